"""Running agents on episodes: specs, run directories, executors, the episode loop, verification."""
