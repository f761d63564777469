"""Slow, plain rules of every game: the witnesses that the fast core is tested against."""
