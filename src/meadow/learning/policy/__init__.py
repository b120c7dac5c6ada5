"""Learning to drive: algorithms, networks and the teacher, over any Gymnasium vector environment."""
