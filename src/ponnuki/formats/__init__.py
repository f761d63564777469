"""Text of other programs: pure functions, no files."""
