"""Episodes: what is asked of an agent, where, and what it did."""
