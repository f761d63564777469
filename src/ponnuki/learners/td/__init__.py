"""Learning by temporal differences: the core plays and learns, this package records."""
