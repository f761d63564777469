"""Arrays without their zeros: a bit a number says where it is none, and the others follow."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

LEAST = 2**16
"""Smaller arrays, in bytes, stay as they are."""

Bits = NDArray[np.uint8]


def pack(array: NDArray[Any]) -> tuple[NDArray[Any], Bits] | None:
    """The numbers that are not zero, and where they stand; None if that is not half as long.

    Only a number all of whose bits are 0 is left out: -0.0 is kept.
    """
    if array.nbytes < LEAST:
        return None
    flat = np.ascontiguousarray(array).reshape(-1)
    there = flat.view(f"u{array.itemsize}") != 0
    count = int(np.count_nonzero(there))
    if 2 * (count * array.itemsize + array.size // 8) > array.nbytes:
        return None
    return flat[there], np.packbits(there)


def unpack(values: NDArray[Any], where: Bits, shape: Sequence[int], limit: int) -> NDArray[Any]:
    """The array that was packed.

    Args:
        values: the numbers that are not zero.
        where: a bit for each number of the array.
        shape: of the array.
        limit: the most bytes that it may have.

    Raises:
        ValueError: they do not fit each other, or it is larger.
    """
    if not all(type(one) is int and one >= 0 for one in shape):
        raise ValueError("the shape of a packed array is no list of whole numbers")
    size = math.prod(shape)
    if size * values.itemsize > limit:
        raise ValueError(f"a packed array has more than {limit} bytes")
    if where.shape != (-(-size // 8),) or values.ndim != 1:
        raise ValueError("the parts of a packed array do not fit each other")
    there = np.unpackbits(where)
    if there[size:].any() or int(np.count_nonzero(there)) != len(values):
        raise ValueError("the parts of a packed array do not fit each other")
    found = np.zeros(size, values.dtype)
    found[there[:size].view(np.bool_)] = values
    return found.reshape(tuple(shape))
