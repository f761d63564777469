"""Fuzzers: inputs that nobody would write, for everything that reads what others wrote.

A target (`fuzz.targets`) is a parser or a boundary; its corpus lies in `fuzz/corpus`. Run
``python -m fuzz --help``.
"""
