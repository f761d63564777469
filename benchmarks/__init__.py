"""Benchmarks: our speed beside a peer's or a floor, in one run; how often intervals miss."""
