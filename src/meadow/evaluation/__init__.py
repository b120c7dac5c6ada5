"""Running agents on suites: specs, rollouts, run directories, executors, reports."""
