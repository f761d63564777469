"""Arrays without their zeros, in files of weights and in states."""

from pathlib import Path

import numpy as np
import pytest

from ponnuki.evaluators import WeightsError, evaluator, load_weights, save_weights
from ponnuki.runs import RunRecord
from ponnuki.store.packing import LEAST, pack, unpack

LIMIT = 2**30


@pytest.mark.parametrize("kind", ["<f4", "<f8", "<i2", "?", "u1"])
@pytest.mark.parametrize("share", [0.0, 0.01, 0.2])
def test_round_trip(kind: str, share: float) -> None:
    """The array comes back bit for bit, whatever its numbers and its shape."""
    rng = np.random.default_rng(1)
    array = (np.where(rng.random((7, 99_991)) < share, rng.normal(size=(7, 99_991)), 0) * 9).astype(
        kind
    )
    parts = pack(array)
    assert parts is not None
    again = unpack(*parts, array.shape, LIMIT)
    assert again.dtype == array.dtype
    assert again.tobytes() == array.tobytes()
    assert sum(part.nbytes for part in parts) * 2 <= array.nbytes


def test_a_negative_zero_is_a_number() -> None:
    """Its bits are not those of zero."""
    array = np.zeros(LEAST, np.float32)
    array[5] = -0.0
    parts = pack(array)
    assert parts is not None
    assert unpack(*parts, array.shape, LIMIT).tobytes() == array.tobytes()


def test_what_stays_as_it_is() -> None:
    """Small arrays, and those with few zeros."""
    assert pack(np.zeros(LEAST // 4 - 1, np.float32)) is None
    assert pack(np.ones(LEAST, np.float32)) is None


@pytest.mark.parametrize(
    ("values", "where", "shape"),
    [
        (1, [255], [8]),
        (8, [255], [9]),
        (8, [255], [7]),
        (8, [255], [-8]),
        (8, [255], [8.0]),
        (8, [255], [2**40]),
        (8, [[255]], [8]),
        (0, [], [2**20, 2**20]),
    ],
)
def test_parts_that_do_not_fit(values: int, where: list[int], shape: list[int]) -> None:
    """Nothing is made of them, however large they say that it is."""
    with pytest.raises(ValueError, match="packed array"):
        unpack(np.ones(values, np.float32), np.array(where, np.uint8), shape, LIMIT)


def test_a_file_of_weights(tmp_path: Path) -> None:
    """A table of zeros for the most part is a small file; any changed bit of it is found."""
    net = evaluator("ntuple", "capture-go:9", shapes=["rectangle-2x3:liberties-3:anywhere"])
    weights = np.zeros(net.weight_count, np.float32)
    weights[:: max(1, net.weight_count // 50)] = 0.25
    path = tmp_path / "net.safetensors"
    save_weights(path, net, weights, {"note": "mine"})
    data = path.read_bytes()
    assert len(data) < weights.nbytes / 10
    found = load_weights(path, net)
    assert found.checked
    assert found.weights.tobytes() == weights.tobytes()
    assert found.metadata == {"note": "mine"}
    for index in range(0, len(data), max(1, len(data) // 300)):
        path.write_bytes(bytes([*data[:index], data[index] ^ 4, *data[index + 1 :]]))
        with pytest.raises(WeightsError):
            load_weights(path, net)


def test_a_state(tmp_path: Path) -> None:
    """Large tables are kept without zeros, beside others that are not, and come back."""
    table = np.zeros((2, 50_000), np.float32)
    table[1, ::50] = np.arange(1000) + 1
    arrays = {"table": table, "count": np.array(3), "full": np.ones(50_000, np.float32)}
    with RunRecord.create(tmp_path / "run", {}) as record:
        record.commit(1, {}, arrays)
        assert (tmp_path / "run" / "state.safetensors").stat().st_size < 250_000
        state = record.state()
    assert state is not None
    assert {name: one.tobytes() for name, one in state.arrays.items()} == {
        name: one.tobytes() for name, one in arrays.items()
    }
    path = tmp_path / "run" / "state.safetensors"
    data = path.read_bytes()
    for index in range(0, len(data), len(data) // 200):
        path.write_bytes(bytes([*data[:index], data[index] ^ 4, *data[index + 1 :]]))
        with pytest.raises(ValueError, match=r"state\.safetensors"):
            RunRecord.open(tmp_path / "run").state()
