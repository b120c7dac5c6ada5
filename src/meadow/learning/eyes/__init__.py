"""Training of the embedded vision-language model ``eyes`` in generated homes.

``data/`` renders frames of generated homes and writes phrases about them, ``network/`` is what is trained,
``exam/`` measures it in homes that it never saw. ``train`` runs a training, ``export`` writes what ships.
"""
