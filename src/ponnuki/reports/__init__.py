"""Reports: statistics, tables, pictures and pages, made from what lies on disk."""

from ponnuki.reports.bootstrap import crossed_interval, grouped_interval
from ponnuki.reports.distributions import PairedTest, paired_test
from ponnuki.reports.page import Page
from ponnuki.reports.statistics import MeanInterval, mean_difference, mean_interval

__all__ = [
    "MeanInterval",
    "Page",
    "PairedTest",
    "crossed_interval",
    "grouped_interval",
    "mean_difference",
    "mean_interval",
    "paired_test",
]
