"""The end of a game of Othello by plain minimax: every game is played to its end."""

from tests.reference.othello import Othello, State


def margin(rules: Othello, state: State) -> int:
    """By how many discs black wins if both sides play their best moves to the end."""
    moves = rules.legal_moves(state)
    if not moves:
        return sum(state.cells)
    best = max if state.to_move > 0 else min
    return best(margin(rules, rules.play(state, move)) for move in moves)
