"""PASTURE as a study: which runs make it up, and the paper's tables and figures drawn from their rows.

    meadow pasture bench -o runs/pasture --minutes 60
    meadow pasture tables runs/pasture -o results/pasture

``plan`` says what is run and in which order, ``kept`` packs finished runs into small files, ``results``
sorts their rows by agent and eyes, ``tables``, ``takeaways`` and ``figures`` work on those.
"""
