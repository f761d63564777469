"""Reports: statistics, tables, pictures and pages, made from what lies on disk."""

from ponnuki.reports.distributions import PairedTest, paired_test
from ponnuki.reports.page import Page
from ponnuki.reports.shares import (
    crossed_interval,
    grouped_interval,
    share_interval,
)
from ponnuki.reports.statistics import (
    MeanInterval,
    holm,
    mean_difference,
    mean_interval,
    welch_p,
)

__all__ = [
    "MeanInterval",
    "Page",
    "PairedTest",
    "crossed_interval",
    "grouped_interval",
    "holm",
    "mean_difference",
    "mean_interval",
    "paired_test",
    "share_interval",
    "welch_p",
]
