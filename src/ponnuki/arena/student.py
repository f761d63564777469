"""Student's t, by the regularised incomplete beta function and its continued fraction."""

from functools import cache
from math import exp, inf, lgamma, log


def incomplete_beta(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, I_x(a, b)."""
    if not 0 <= x <= 1:
        raise ValueError(f"x={x} is not allowed: use 0 to 1")
    if x in {0.0, 1.0}:
        return x
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x))
    if x > (a + 1) / (a + b + 2):  # there the fraction of the other tail converges faster
        return 1 - front * _fraction(1 - x, b, a) / b
    return front * _fraction(x, a, b) / a


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, from the front (Lentz's method)."""
    tiny = 1e-300
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > tiny else tiny)
    value = d
    for m in range(1, 500):
        for top in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 + top * d
            d = 1 / (d if abs(d) > tiny else tiny)
            c = 1 + top / (c if abs(c) > tiny else tiny)
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value


def t_two_sided(t: float, freedom: float) -> float:
    """The chance that Student's t is at least that far from zero.

    >>> round(t_two_sided(2.045, 29), 4)
    0.05
    """
    if t in {inf, -inf}:
        return 0.0
    return incomplete_beta(freedom / (freedom + t * t), freedom / 2, 0.5)


@cache
def t_quantile(level: float, freedom: float) -> float:
    """How many standard errors a two-sided t-interval of that level reaches to each side.

    >>> round(t_quantile(0.95, 29), 3), round(t_quantile(0.90, 29), 3)
    (2.045, 1.699)
    """
    if not 0 < level < 1:
        raise ValueError(f"level={level} is not allowed: use more than 0 and less than 1")
    low, high = 0.0, 1.0
    while t_two_sided(high, freedom) > 1 - level:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if t_two_sided(middle, freedom) > 1 - level else (low, middle)
    return high
