"""How shapes are modelled: primitives, finishes, and the pieces that furniture and machines share."""
