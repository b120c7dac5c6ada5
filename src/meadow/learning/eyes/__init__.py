"""Training of the embedded vision-language model ``eyes`` in generated homes.

``scenes`` makes homes to look at, ``facts`` says what is true of each thing in them, ``phrases`` puts
it into words, ``frames`` renders and cuts, ``model`` and ``losses`` learn, ``train`` drives it all.
"""
