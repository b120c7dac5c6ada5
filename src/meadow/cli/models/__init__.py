"""Commands about the models that agents see and read with."""
