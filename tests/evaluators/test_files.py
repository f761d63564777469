"""Files of weights: what was saved comes back, and nothing else gets in."""

import hashlib
import json
import os
import re
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from safetensors import safe_open
from safetensors.numpy import load, save

import ponnuki
from ponnuki.evaluators import (
    Evaluator,
    WeightsError,
    WeightsFile,
    evaluator,
    load_weights,
    net_name,
    save_weights,
    weights_bytes,
)
from ponnuki.evaluators.architectures import fingerprint_of
from ponnuki.evaluators.files import MAX_BYTES, MAX_HEADER
from tests.programs import run

NETS: list[tuple[str, str, dict[str, Any]]] = [
    ("window", "capture-go:5", {}),
    ("window", "othello:8", {}),
    ("wpc", "capture-go:3", {}),
    ("wpc", "go:5,ko=simple,komi=0.5", {}),
    ("mlp", "tic-tac-toe", {}),
    ("mlp", "go:5", {}),
    ("mlp", "othello:6", {}),
    ("mlp", "capture-go:4,passing=no,no_move=draws", {"hidden": ()}),
    ("mlp", "go:4", {"encoding": "roban", "hidden": (3, 2), "hidden_activation": "linear"}),
]

STEADY = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=300,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
"""The same examples on every run, and no folder for them."""

TAGS = {"generation": "17", "": "empty name", "note": 'quotes " and ümläute \U0001f3b2\n'}


def said_of(net: Evaluator, **changes: str | None) -> dict[str, str]:
    """The header's texts as they should be, apart from changes; None takes one out."""
    texts: dict[str, str | None] = {
        "format": "ponnuki-weights-1",
        "game": net.game.spec,
        "rules_version": str(net.game.rules_version),
        "evaluator": json.dumps(net.settings(), sort_keys=True),
        "fingerprint": net.fingerprint,
        "metadata": "{}",
        **changes,
    }
    return {name: text for name, text in texts.items() if text is not None}


@pytest.fixture
def net() -> Evaluator:
    """The smallest net: nine weights."""
    return evaluator("wpc", "capture-go:3")


@pytest.fixture
def file(net: Evaluator, tmp_path: Path) -> Path:
    """A small file of two rows."""
    path = tmp_path / "small.safetensors"
    save_weights(path, net, net.initial(2, 1), {"note": "small"})
    return path


@pytest.fixture
def forge(net: Evaluator, tmp_path: Path) -> Callable[..., Path]:
    """Writes files of the older format by hand, which have no digests.

    With other weights, and header texts changed by name.
    """

    def write(weights: NDArray[Any] | None = None, **changes: str | None) -> Path:
        path = tmp_path / "forged.safetensors"
        tensors = {"weights": net.initial(1, 1) if weights is None else weights}
        path.write_bytes(save(tensors, metadata=said_of(net, **changes)))
        return path

    return write


def header(text: bytes, rest: bytes = bytes(36)) -> bytes:
    """A file with any header."""
    return struct.pack("<Q", len(text)) + text + rest


def load_or_refuse(path: Path) -> WeightsFile | None:
    """What a file holds, which is finite and fits, or None if it is refused as it should be."""
    try:
        got = load_weights(path)
    except WeightsError as error:
        assert str(path) in str(error)
        return None
    assert got.weights.dtype == np.float32
    assert np.isfinite(got.weights).all()
    assert got.weights.shape[1:] == (got.evaluator.weight_count,)
    return got


@pytest.mark.parametrize("rows", [1, 2, 5])
@pytest.mark.parametrize(("kind", "spec", "options"), NETS)
def test_round_trip(
    tmp_path: Path, kind: str, spec: str, options: dict[str, Any], rows: int
) -> None:
    """Weights come back bit for bit, with the net and what was said about them."""
    net = evaluator(kind, spec, **options)
    weights = net.initial(rows, 4) * np.float32(1e-3)
    weights[0, 0] = -0.0
    weights[0, 1] = np.finfo(np.float32).max
    for path in tmp_path / "net.safetensors", str(tmp_path / "other"):
        save_weights(path, net, weights, TAGS)
        got = load_weights(path, net)
        assert got.weights.tobytes() == weights.tobytes()
        assert got.weights.shape == weights.shape
        assert got.metadata == TAGS
        assert got.evaluator == net
        assert got.evaluator.fingerprint == net.fingerprint
        assert got.evaluator.game == ponnuki.game(spec)
    assert sorted(os.listdir(tmp_path)) == ["net.safetensors", "other"]


def test_one_row_and_no_metadata(tmp_path: Path, net: Evaluator) -> None:
    """A single row is saved as a matrix with one, and nothing need be said about it."""
    row = net.initial(1, 2)[0]
    save_weights(tmp_path / "one", net, row.tolist())
    got = load_weights(tmp_path / "one")
    assert np.array_equal(got.weights, row[None])
    assert got.metadata == {}


def test_saving_again_replaces_the_file(tmp_path: Path, net: Evaluator) -> None:
    """The last weights saved under a name are those that are loaded."""
    for seed in 1, 2:
        save_weights(tmp_path / "net", net, net.initial(3 - seed, seed), {"seed": str(seed)})
    got = load_weights(tmp_path / "net")
    assert np.array_equal(got.weights, net.initial(1, 2))
    assert got.metadata == {"seed": "2"}
    assert os.listdir(tmp_path) == ["net"]


@pytest.mark.parametrize("options", [",passing=no", ",captures=2", ",start=crosscut"])
def test_other_options_of_the_game_are_the_same_net(
    tmp_path: Path, net: Evaluator, options: str
) -> None:
    """Weights fit a net for the same game with other options."""
    path = tmp_path / "net"
    save_weights(path, evaluator("wpc", f"capture-go:3{options}"), net.initial(1, 1))
    assert load_weights(path, net).weights.shape == (1, 9)


@pytest.mark.parametrize(
    ("kind", "spec"),
    [
        ("window", "capture-go:3"),
        ("mlp", "capture-go:3"),
        ("wpc", "capture-go:4"),
        ("wpc", "go:3"),
        ("wpc", "tic-tac-toe"),
    ],
)
def test_weights_for_another_net_are_refused(file: Path, kind: str, spec: str) -> None:
    """A file is refused where a net of another kind, size or game is expected."""
    other = evaluator(kind, spec)
    with pytest.raises(WeightsError, match=f"are for wpc on capture-go:3 .* not for {kind} on"):
        load_weights(file, other)


def test_weights_are_checked_before_they_are_saved(tmp_path: Path, net: Evaluator) -> None:
    """Weights that no net has are not written."""
    for bad in np.zeros(8), np.zeros((2, 10)), np.full(9, np.nan), np.full((2, 9), np.inf):
        with pytest.raises(ValueError, match="weights"):
            save_weights(tmp_path / "bad", net, bad)
    assert os.listdir(tmp_path) == []


def test_saving_is_all_or_nothing(tmp_path: Path, net: Evaluator, file: Path) -> None:
    """Where a file cannot be written, OSError, the old file stays, and nothing is left behind."""
    before = sorted(tmp_path.rglob("*"))
    old = file.read_bytes()
    weights = net.initial(1, 9)
    with pytest.raises(OSError, match="missing"):
        save_weights(tmp_path / "missing" / "net", net, weights)
    with pytest.raises(OSError, match="small"):
        save_weights(file / "net", net, weights)
    assert sorted(tmp_path.rglob("*")) == before
    assert file.read_bytes() == old
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        save_weights(tmp_path / "folder", net, weights)
    assert sorted(tmp_path.rglob("*")) == sorted([*before, tmp_path / "folder"])


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    """Nothing there, or a folder, is no damaged file."""
    for path in tmp_path / "missing", tmp_path:
        with pytest.raises(OSError, match=re.escape(str(path))):
            load_weights(path)


def test_truncated_files_are_refused(file: Path, tmp_path: Path) -> None:
    """No part of a file is taken for the whole, at any length."""
    data = file.read_bytes()
    path = tmp_path / "part"
    for length in range(len(data)):
        path.write_bytes(data[:length])
        with pytest.raises(WeightsError, match="no usable file of weights"):
            load_weights(path)
    path.write_bytes(data + b"\0")
    with pytest.raises(WeightsError, match="no usable file of weights"):
        load_weights(path)


@pytest.mark.parametrize("bit", range(8))
def test_no_flipped_bit_gets_through(file: Path, tmp_path: Path, bit: int) -> None:
    """With any one bit changed a file is refused."""
    save_weights(file, evaluator("wpc", "capture-go:3"), np.linspace(-1, 1, 9), TAGS)
    data = file.read_bytes()
    path = tmp_path / "flipped"
    for index in range(len(data)):
        path.write_bytes(bytes([*data[:index], data[index] ^ (1 << bit), *data[index + 1 :]]))
        assert load_or_refuse(path) is None, f"bit {bit} of byte {index}"


@STEADY
@given(
    damage=st.lists(st.tuples(st.integers(0, 2**20), st.integers(0, 255)), min_size=1, max_size=3)
)
def test_no_damage_gets_through(file: Path, damage: list[tuple[int, int]]) -> None:
    """With any bytes changed a file is refused."""
    data = bytearray(file.read_bytes())
    for index, value in damage:
        data[index % len(data)] = value
    path = file.with_name("damaged")
    path.write_bytes(data)
    assert load_or_refuse(path) is None or data == file.read_bytes()


@STEADY
@given(data=st.binary(max_size=200))
def test_noise_is_refused(tmp_path: Path, data: bytes) -> None:
    """Random bytes are no file of weights, with or without a length in front that fits."""
    path = tmp_path / "noise"
    for content in data, header(data), header(data, b""):
        path.write_bytes(content)
        assert load_or_refuse(path) is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"1234567",
        struct.pack("<Q", 2**63),
        struct.pack("<Q", 2**64 - 1) + b"{}",
        struct.pack("<Q", 3) + b"{}",
        struct.pack("<Q", 0),
        header(b""),
        header(b"null"),
        header(b"[]"),
        header(b"{}"),
        header(b"5"),
        header(b'"__metadata__"'),
        header(b'{"__metadata__": null}'),
        header(b'{"__metadata__": ["format"]}'),
        header(b'{"__metadata__": {}}'),
        header(b'{"__metadata__": {"format": "ponnuki-weights-1"}}'),
        header(b'{"__metadata__": {"format": ["ponnuki-weights-1"]}}'),
        header(b"[" * 100_000),
        header(b'{"__metadata__":' * 60_000),
        header(b"[" * 100_000 + b"]" * 100_000),
        header(b" " * (MAX_HEADER + 1) + b"{}"),
        header("{}".encode("utf-16")),
        b"\x80\x04\x95" + bytes(100),
        b"PK\x03\x04" + bytes(100),
    ],
    ids=lambda data: f"{len(data)}-{data[8:40]!r}",
)
def test_other_files_are_refused(tmp_path: Path, data: bytes) -> None:
    """Empty files, huge lengths, headers of other formats and deep nesting are refused."""
    path = tmp_path / "other"
    path.write_bytes(data)
    with pytest.raises(WeightsError, match="no usable file of weights"):
        load_weights(path)


def test_large_files_are_refused(file: Path) -> None:
    """A file with more bytes than any net needs is refused before it is read."""
    with file.open("r+b") as handle:
        handle.truncate(MAX_BYTES + 1)
    with pytest.raises(WeightsError, match="not an ordinary file of at most 67108864 bytes"):
        load_weights(file)


def test_forged_as_it_should_be(forge: Callable[..., Path], net: Evaluator) -> None:
    """What the other forgeries change is right to begin with."""
    got = load_weights(forge(), net)
    assert np.array_equal(got.weights, net.initial(1, 1))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "ponnuki-weights-4"}, "its format is none of ponnuki-weights-2"),
        ({"format": "ponnuki-weights-3"}, "it must hold one tensor"),
        ({"format": "ponnuki-weights-2"}, "weights_sha256"),
        ({"format": None}, "its format is none of ponnuki-weights-2"),
        ({"game": "chess"}, "game='chess' is not allowed"),
        ({"game": "capture-go:99"}, "size=99"),
        ({"game": "capture-go:4"}, "do not fit"),
        ({"game": None}, "game"),
        ({"rules_version": "99"}, "here is version 1"),
        ({"rules_version": "0"}, "here is version 1"),
        ({"rules_version": "one"}, "one"),
        ({"rules_version": "9" * 5000}, "."),
        ({"rules_version": None}, "rules_version"),
        ({"fingerprint": "0" * 16}, "another architecture than the file says"),
        ({"fingerprint": None}, "."),
        ({"metadata": "[]"}, "its metadata is no table"),
        ({"metadata": "5"}, "its metadata is no table"),
        ({"metadata": "{"}, "."),
        ({"metadata": "[" * 100_000}, "."),
        ({"metadata": None}, "metadata"),
        ({"evaluator": None}, "evaluator"),
        ({"evaluator": "{"}, "."),
        ({"evaluator": "{}"}, "kind"),
        ({"evaluator": "[]"}, "."),
        ({"evaluator": "null"}, "."),
        ({"evaluator": "5"}, "."),
        ({"evaluator": '"wpc"'}, "."),
        ({"evaluator": '{"kind": "wpc"}'}, "size"),
        ({"evaluator": '{"kind": "cnn", "size": 3}'}, "kind='cnn' is not allowed"),
        ({"evaluator": '{"kind": ["wpc"], "size": 3}'}, "."),
        ({"evaluator": '{"kind": "wpc", "size": 3, "game": "go"}'}, "game"),
        ({"evaluator": '{"kind": "wpc", "size": 3, "depth": 3}'}, "depth"),
        ({"evaluator": '{"kind": "window", "size": 3}'}, "do not fit"),
        ({"evaluator": '{"kind": "mlp", "size": 3, "hidden": [511, 511]}'}, "do not fit"),
        ({"evaluator": '{"kind": "mlp", "size": 3, "hidden": [512]}'}, "each 1 to 511"),
        ({"evaluator": '{"kind": "mlp", "size": 3, "hidden": [1e9]}'}, "."),
        ({"evaluator": '{"kind": "mlp", "size": 3, "hidden": [1.5]}'}, "."),
        ({"evaluator": '{"kind": "mlp", "size": 3, "hidden": ["9"]}'}, "."),
        ({"evaluator": '{"kind": "mlp", "size": 3, "hidden": {"9": 9}}'}, "."),
        ({"evaluator": '{"kind": "mlp", "size": 3, "hidden": null}'}, "."),
        ({"evaluator": '{"kind": "mlp", "size": 3, "encoding": []}'}, "encoding"),
        ({"evaluator": '{"kind": "mlp", "size": 3, "biases": "no"}'}, "."),
        ({"evaluator": '{"kind": "mlp", "size": 3, "bound": NaN}'}, "bound=nan"),
        ({"evaluator": '{"kind": "mlp", "size": 3, "bound": "x"}'}, "."),
        ({"evaluator": '{"a":' * 100_000}, "."),
    ],
    ids=lambda value: str(value)[:60],
)
def test_forged_headers_are_refused(
    forge: Callable[..., Path], changes: dict[str, str | None], message: str
) -> None:
    """A header that says other rules, another net or nonsense is refused."""
    with pytest.raises(WeightsError, match=message):
        load_weights(forge(**changes))


def test_a_whole_number_where_a_float_stands(forge: Callable[..., Path]) -> None:
    """Older files say 1 for 1.0, also in their fingerprint; one of other settings is refused."""
    net = evaluator("mlp", "capture-go:3", bound=1.0)
    old = {**net.settings(), "bound": 1}
    text, mark = json.dumps(old, sort_keys=True), fingerprint_of(old)
    assert mark != net.fingerprint
    got = load_weights(forge(net.initial(1, 1), evaluator=text, fingerprint=mark), net)
    assert got.evaluator == net
    other = json.dumps({**old, "bound": 2}, sort_keys=True)
    with pytest.raises(WeightsError, match="another architecture than the file says"):
        load_weights(forge(net.initial(1, 1), evaluator=other, fingerprint=mark))


@pytest.mark.parametrize("value", ["Infinity", "1", "null", "[]"])
def test_headers_with_other_things_than_texts_are_refused(
    net: Evaluator, tmp_path: Path, value: str
) -> None:
    """Other programs write no such file, and an infinite version of the rules is no crash."""
    said = json.dumps({"__metadata__": {**said_of(net), "rules_version": "HERE"}})
    tensor = '"weights": {"dtype": "F32", "shape": [1, 9], "data_offsets": [0, 36]}'
    text = f"{said[:-1]}, {tensor}}}".replace('"HERE"', value)
    path = tmp_path / "forged.safetensors"
    path.write_bytes(header(text.encode()))
    with pytest.raises(WeightsError, match="other things than texts"):
        load_weights(path)


@pytest.mark.parametrize("depth", [100, 300, 480, 500, 700, 900, 980])
def test_nested_metadata(forge: Callable[..., Path], depth: int) -> None:
    """Metadata that is nested, but not too deep to read, is a text or refused."""
    text = '{"a":' + "[" * depth + "]" * depth + "}"
    got = load_or_refuse(forge(metadata=text))
    if got is not None:
        assert got.metadata == {"a": "[" * depth + "]" * depth}


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (np.full((1, 9), np.nan, np.float32), r"weights\[0, 0\] is nan"),
        (np.array([[0.0] * 8 + [np.inf]], np.float32), r"weights\[0, 8\] is inf"),
        (np.array([[0.0] * 9, [-np.inf] * 9], np.float32), r"weights\[1, 0\] is -inf"),
        (np.zeros((1, 8), np.float32), "do not fit"),
        (np.zeros((9, 1), np.float32), "do not fit"),
        (np.zeros(9, np.float32), "do not fit"),
        (np.zeros((1, 1, 9), np.float32), "do not fit"),
    ],
)
def test_bad_weights_are_refused(
    forge: Callable[..., Path], weights: NDArray[Any], message: str
) -> None:
    """Weights that are not finite or do not fit are refused, though the header is right."""
    with pytest.raises(WeightsError, match=message):
        load_weights(forge(weights))


@pytest.mark.parametrize(
    ("name", "size"),
    [("F64", 8), ("F16", 2), ("BF16", 2), ("I64", 8), ("I32", 4), ("U8", 1), ("BOOL", 1), ("X", 4)],
)
def test_other_number_formats_are_refused(
    net: Evaluator, tmp_path: Path, name: str, size: int
) -> None:
    """Weights of any other type than float32, such as I32, are refused, and the error says it."""
    path = tmp_path / "typed"
    tensor = {"dtype": name, "shape": [1, 9], "data_offsets": [0, 9 * size]}
    text = json.dumps({"__metadata__": said_of(net), "weights": tensor}).encode()
    path.write_bytes(header(text, bytes([1] * (9 * size))))
    with pytest.raises(WeightsError, match=f"have the type '{name}': only F32 is read"):
        load_weights(path)


@pytest.mark.parametrize(
    "change",
    [
        {"shape": [1, -9]},
        {"shape": [1, 9.0]},
        {"shape": 9},
        {"data_offsets": [0, 32]},
        {"dtype": 1},
    ],
    ids=str,
)
def test_other_tensor_tables_are_refused(
    net: Evaluator, tmp_path: Path, change: dict[str, Any]
) -> None:
    """A table of the tensor that does not fit its bytes is refused."""
    tensor = {"dtype": "F32", "shape": [1, 9], "data_offsets": [0, 36], **change}
    path = tmp_path / "shaped"
    text = json.dumps({"__metadata__": said_of(net), "weights": tensor}).encode()
    path.write_bytes(header(text))
    with pytest.raises(WeightsError, match="no usable file of weights"):
        load_weights(path)


def test_other_tensors(net: Evaluator, tmp_path: Path) -> None:
    """A file with no tensor of the name, or with further ones, is refused."""
    path = tmp_path / "tensors"
    weights = net.initial(1, 1)
    for tensors in {"w": weights}, {"more": weights[:, :2].copy(), "weights": weights}:
        path.write_bytes(save(tensors, metadata=said_of(net)))
        with pytest.raises(WeightsError, match="one tensor, called weights"):
            load_weights(path)


def test_the_same_net_is_the_same_bytes(net: Evaluator) -> None:
    """Whenever and in whatever order it is said, a net's file is the same, byte for byte."""
    program = (
        "import hashlib, sys; from ponnuki.evaluators import evaluator, weights_bytes;"
        "net = evaluator('wpc', 'capture-go:3');"
        "tags = dict(sorted({'b': '1', 'a': 'ü', 'c': '3'}.items(), reverse=len(sys.argv) > 1));"
        "print(hashlib.sha256(weights_bytes(net, net.initial(2, 1), tags)).hexdigest())"
    )
    commands = [[sys.executable, "-c", program, *more] for more in ([], ["reversed"], ["again"])]
    said = {run(one).stdout for one in commands}
    assert len(said) == 1
    tags = {name: name for name in "abcdefgh"}
    files = {weights_bytes(net, net.initial(2, 1), tags) for _ in range(50)}
    assert len(files) == 1


def test_other_programs_can_read_a_file(file: Path, net: Evaluator) -> None:
    """The safetensors library reads the weights and the texts."""
    assert np.array_equal(load(file.read_bytes())["weights"], net.initial(2, 1))
    with safe_open(file, "numpy") as found:
        assert found.metadata()["format"] == "ponnuki-weights-2"
        assert found.metadata()["weights_sha256"] == load_weights(file).digest


def test_the_name_is_the_digest_of_the_weights(file: Path, net: Evaluator) -> None:
    """Nets are called by their weights, whatever was said about them and wherever they lie."""
    got = load_weights(file)
    assert got.checked
    assert got.digest == hashlib.sha256(file.read_bytes()[-72:]).hexdigest()
    assert got.name == got.digest[:8]
    save_weights(file, net, net.initial(2, 1)[1], {"said": "otherwise"})
    assert load_weights(file).name == net_name(net.initial(2, 1)[1])
    assert net_name(net.initial(1, 1)) != net_name(net.initial(1, 2))


def test_files_of_earlier_versions_are_read_unchecked(forge: Callable[..., Path]) -> None:
    """A file without digests is no error, and it is said that nothing was checked."""
    assert not load_weights(forge()).checked


@pytest.mark.parametrize("name", ["weights_sha256", "texts_sha256"])
@pytest.mark.parametrize("value", [None, "", "0" * 64])
def test_digests_cannot_be_left_out_or_changed(
    net: Evaluator, tmp_path: Path, name: str, value: str | None
) -> None:
    """A file of this version without a digest, or with a wrong one, is refused."""
    data = weights_bytes(net, net.initial(1, 1))
    (length,) = struct.unpack("<Q", data[:8])
    table = json.loads(data[8 : 8 + length])
    table["__metadata__"][name] = value
    if value is None:
        del table["__metadata__"][name]
    path = tmp_path / "changed"
    path.write_bytes(header(json.dumps(table).encode(), data[8 + length :]))
    with pytest.raises(WeightsError, match=r"SHA-256|sha256"):
        load_weights(path)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device")
def test_a_device_is_refused_at_once() -> None:
    """What has no end is not read."""
    with pytest.raises(WeightsError, match="/dev/zero: not an ordinary file"):
        load_weights("/dev/zero")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    """Nobody waits for a writer that may never come."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(WeightsError, match="pipe: not an ordinary file"):
        load_weights(tmp_path / "pipe")


@pytest.mark.parametrize(
    ("name", "message"),
    [("x" * 300, "the name is too long"), ("a/" * 5000, "too long"), ("a\0b", "no name of a file")],
    ids=["name", "path", "null"],
)
def test_names_that_no_file_has(name: str, message: str) -> None:
    """A name that is too long or impossible is a short error."""
    with pytest.raises(WeightsError, match=message) as caught:
        load_weights(name)
    assert len(str(caught.value)) < 200
