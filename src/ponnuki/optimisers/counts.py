"""How many nets an optimiser may be given."""


def check_population(nets: int, least: int, *, even: bool = False) -> None:
    """Raises ValueError if a population is too small, or is odd where it must be even."""
    if nets < least or (even and nets % 2):
        wanted = f"{least} or more, an even number" if even else f"{least} or more"
        raise ValueError(f"a population of {nets} is not allowed: use {wanted}")


def check_single(nets: int) -> None:
    """Raises ValueError if a search that starts from one net is given more."""
    if nets != 1:
        raise ValueError(f"a start from {nets} nets is not allowed: use exactly 1")
