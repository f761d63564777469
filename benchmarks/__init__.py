"""Benchmarks: our speed beside a peer's or a floor, measured in one run; and how often intervals miss."""
