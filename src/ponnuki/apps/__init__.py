"""Doors: the ways into the package for people and other programs."""
