"""The window into a house: what the browser shows of homes, suites and runs, and play."""
