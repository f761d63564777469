"""Reports: tables, figures and pages, made from what lies on disk."""

from ponnuki.reports.page import Page
from ponnuki.reports.statistics import MeanInterval, mean_interval

__all__ = ["MeanInterval", "Page", "mean_interval"]
