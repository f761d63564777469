"""The manifest for Kubernetes: its syntax, its fields, and what it must never open."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def objects() -> dict[str, Any]:
    """What the manifest describes, by kind."""
    text = (ROOT / "deploy" / "kuberay.yaml").read_text(encoding="utf-8")
    found = list(yaml.safe_load_all(text))
    return {one["kind"]: one for one in found if one["metadata"]["name"].startswith("ponnuki")}


def test_the_manifest_has_what_kubernetes_asks_for(objects: dict[str, Any]) -> None:
    """The versions of all kinds, and the fields without which KubeRay makes no pods."""
    versions = {kind: one["apiVersion"] for kind, one in objects.items()}
    assert versions == {
        "RayCluster": "ray.io/v1",
        "PersistentVolumeClaim": "v1",
        "NetworkPolicy": "networking.k8s.io/v1",
    }
    cluster = objects["RayCluster"]["spec"]
    (players,) = cluster["workerGroupSpecs"]
    assert 0 <= players["minReplicas"] <= players["replicas"] <= players["maxReplicas"]
    assert players["groupName"]
    for group in cluster["headGroupSpec"], players:
        assert isinstance(group["rayStartParams"], dict)
        (container,) = group["template"]["spec"]["containers"]
        assert container["name"]
        assert container["image"] == "IMAGE"  # the reader's own
        assert container["resources"]["requests"] == container["resources"]["limits"]
        assert int(container["resources"]["requests"]["cpu"]) >= 1
    (volume,) = cluster["headGroupSpec"]["template"]["spec"]["volumes"]
    claim = objects["PersistentVolumeClaim"]["metadata"]["name"]
    assert volume["persistentVolumeClaim"]["claimName"] == claim


def test_games_are_played_by_workers(objects: dict[str, Any]) -> None:
    """The head has the driver alone."""
    assert objects["RayCluster"]["spec"]["headGroupSpec"]["rayStartParams"] == {"num-cpus": "0"}


def test_the_manifest_names_the_version_of_ray_that_is_tested(objects: dict[str, Any]) -> None:
    """The one in constraints.txt, here and in the page about clusters."""
    constraints = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    (version,) = re.findall(r"^ray==(.+)$", constraints, re.MULTILINE)
    assert objects["RayCluster"]["spec"]["rayVersion"] == version
    page = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")
    assert f"rayproject/ray:{version}-py312" in page


def test_nothing_is_open_to_the_outside(objects: dict[str, Any]) -> None:
    """No service that others reach, a token, and a policy for exactly the pods of this cluster."""
    cluster = objects["RayCluster"]["spec"]
    assert cluster["headGroupSpec"]["serviceType"] == "ClusterIP"
    assert cluster["authOptions"] == {"mode": "token"}
    policy = objects["NetworkPolicy"]["spec"]
    label = {"matchLabels": {"ray.io/cluster": objects["RayCluster"]["metadata"]["name"]}}
    assert policy["podSelector"] == label
    assert policy["policyTypes"] == ["Ingress"]
    assert policy["ingress"] == [{"from": [{"podSelector": label}]}]
    text = (ROOT / "deploy" / "kuberay.yaml").read_text(encoding="utf-8")
    assert not re.search("LoadBalancer|NodePort|Ingress$|hostPort|hostNetwork", text, re.MULTILINE)
