"""Training of the models that Meadow ships and of the policies that it compares."""
