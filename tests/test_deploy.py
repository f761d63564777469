"""What is for other machines: the manifest for Kubernetes, and what lies in a wheel."""

import importlib.metadata
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


def test_notices_hold_the_licences_of_what_is_compiled_in() -> None:
    """That of nanobind and that of robin-map, word for word as they come with them."""
    notices = (ROOT / "NOTICES").read_text(encoding="utf-8")
    files = importlib.metadata.files("nanobind") or []
    (licence,) = (file.read_text() for file in files if "licenses" in file.parts)
    assert licence.strip() in notices
    (header,) = (file.read_text() for file in files if file.name == "robin_map.h")
    comment = header[len("/**") : header.index("*/")]
    assert " ".join(comment.replace("\n *", " ").split()) in " ".join(notices.split())
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")


def test_wheels_are_published_for_tags_alone() -> None:
    """The workflow publishes what a tag has built on every platform, and nothing else may write."""
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    workflow = yaml.safe_load(text)
    assert workflow["permissions"] == {"contents": "read"}
    publish = workflow["jobs"]["publish"]
    assert publish["if"] == "startsWith(github.ref, 'refs/tags/v')"
    assert set(publish["needs"]) == set(workflow["jobs"]) - {"publish"}
    runners = [one["name"] for one in workflow["jobs"]["wheels"]["strategy"]["matrix"]["include"]]
    assert [name.split("-")[0] for name in runners] == ["linux"] * 2 + ["macos"] * 2 + ["windows"]
