"""Addresses of clusters, as a person writes them."""

import sys

import pytest

from ponnuki.arena import Arena
from ponnuki.arena.cluster.address import ClusterAddress
from ponnuki.extras import MissingPackageError


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("local:1", ClusterAddress(processes=1)),
        ("local:64", ClusterAddress(processes=64)),
        ("auto", ClusterAddress(ray="auto")),
        ("ray://head.example:10001", ClusterAddress(ray="ray://head.example:10001")),
        ("ray://[::1]:10001", ClusterAddress(ray="ray://[::1]:10001")),
    ],
)
def test_every_kind_of_address_is_read(text: str, wanted: ClusterAddress) -> None:
    """Processes of this machine, its cluster, or one elsewhere."""
    assert ClusterAddress.of(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        *("", "here", "local", "local:0", "local:-1", "local:2x", "local:1025", "http://host:1"),
        *("ray://", "ray://host", "ray://host:0", "ray://host:65536", "ray://a b:1"),
    ],
)
def test_another_address_is_refused_with_what_is_allowed(text: str) -> None:
    """Before anything is started, and whether or not Ray is installed."""
    with pytest.raises(ValueError, match=r"cluster=.* is not allowed: use local:N .* or ray://"):
        Arena.ray(text)


def test_without_ray_one_line_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has not installed the extra learns its name."""
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingPackageError, match=r'^a cluster needs .*"ponnuki\[ray\]"$'):
        Arena.ray("local:2")
