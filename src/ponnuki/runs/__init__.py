"""Run records: a folder per training run, safe against crashes and strangers."""

from ponnuki.runs.listing import RunSummary, find_runs, summary
from ponnuki.runs.record import RunRecord
from ponnuki.runs.state import RunError, RunState

__all__ = ["RunError", "RunRecord", "RunState", "RunSummary", "find_runs", "summary"]
