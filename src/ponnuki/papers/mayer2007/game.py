"""Figure 4 of Mayer 2007: a commented game of the best net against the best computer player."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ponnuki.arena import Contest
from ponnuki.arena.layout import MAYER2007_FIGURE4
from ponnuki.evaluators import Evaluator, net_name
from ponnuki.formats import sgf
from ponnuki.games import Game
from ponnuki.papers.claims import NOT_COMPARABLE
from ponnuki.papers.mayer2007.best import best_nets
from ponnuki.papers.mayer2007.cells import PASS_WORDS, PASSES, SEED, Passes, search_of
from ponnuki.papers.mayer2007.numbers import FIGURE4, OPPONENTS
from ponnuki.papers.mayer2007.scale import Scale
from ponnuki.papers.questions import Question
from ponnuki.papers.workshop import Workshop
from ponnuki.players import Engine
from ponnuki.reports import Page
from ponnuki.reports.page import new_figure

TRIES = 100
"""Games that are played at the most until one is found that the net wins."""


@dataclass(frozen=True, eq=False)
class Commented(Question[dict[str, Any]]):
    """The first game that a net wins as white, with what it thought.

    Attributes:
        net: its architecture.
        weights: its weights.
        passes: when it may pass.
        opponent: the spec of black.
        tries: how many games are played at the most.
        seed: of the games.
    """

    version: ClassVar[int] = 2

    net: Evaluator
    weights: NDArray[np.float32]
    passes: Passes
    opponent: str
    tries: int
    seed: int

    def answer(self, workshop: Workshop) -> dict[str, Any]:
        """Plays games until one is won, or takes the first."""
        engine = Engine(self.net, self.weights, search_of(self.passes))
        results = Contest(
            self.net.game,
            [self.opponent, engine],
            games=self.tries,
            seed=self.seed,
            layout=MAYER2007_FIGURE4,
        ).play(workshop.arena)
        won = (one for one in results.batch if one.outcome.winner == "white")
        game = next(won, results.batch[0])
        tally = results.tally(1)
        return {
            "moves": list(game.moves),
            "result": sgf.result_text(game.outcome),
            "won": tally.wins,
            "games": self.tries,
            "different": tally.distinct,
            "thoughts": thoughts(engine, game.moves),
        }


def thoughts(engine: Engine, moves: Any) -> list[list[Any] | None]:
    """What a net as white thought: its estimate, and its second choice with the worth of that.

    Estimates are in its own view. There is nothing for moves of the other side.
    """
    found: list[list[Any] | None] = []
    position = engine.game.start()
    for move in moves:
        if position.to_move == "black":
            found.append(None)
        else:
            values = engine.think(position, all_moves=True).root_values
            others = {one: -value for one, value in values.items() if one != move}
            second = max(others, key=lambda one: others[one]) if others else None
            found.append(
                [
                    _finite(-values[move]) if move in values else None,
                    None if second is None else engine.game.text(second),
                    None if second is None else _finite(others[second]),
                ]
            )
        position = position.play(move)
    return found


def _finite(value: float) -> float | str:
    """An estimate; a move that ends the game has none, its result is known."""
    return round(value, 4) if np.isfinite(value) else ("won" if value > 0 else "lost")


def figure4(workshop: Workshop, scale: Scale, page: Page) -> dict[str, Any]:
    """A game of the best creative katatsugi net as white against the strongest opponent."""
    page.heading("Figure 4: a game")
    page.text(
        f"The best creative katatsugi net of {scale.runs} runs of "
        f"{scale.generations * scale.games:,} games (the paper's has strength {FIGURE4}, "
        f"{NOT_COMPARABLE}) plays white against `{OPPONENTS[-1]}`: the first game that it wins of "
        f"{TRIES}, or the first of all if it wins none. An estimate is "
        "what the net says of the board after its move; 1 would be a sure win."
    )
    results: dict[str, Any] = {}
    for passes in PASSES:
        best = best_nets(workshop, scale, passes)["katatsugi(c)"]
        question = Commented(best.net, best.weights, passes, OPPONENTS[-1], TRIES, SEED)
        found = workshop.ask(f"figure4-{passes}", question)
        results[passes] = found
        rules = best.net.game
        file = f"figure4-{passes}.sgf"
        text = _sgf(rules, found, OPPONENTS[-1], f"katatsugi(c) {net_name(best.weights)}")
        workshop.put(file, text.encode())
        page.heading(f"A net that {PASS_WORDS[passes]}", 3)
        page.text(
            f"Net {net_name(best.weights)}, strength {best.strength:.3f}. It won {found['won']} of "
            f"{found['games']} games as white, among which {found['different']} are different. "
            "This one: "
            f"{found['result']}, [{file}]({file})."
        )
        words = "The game, move by move"
        page.figure(f"figure4-{passes}", words, _diagram, rules, found["moves"])
        page.table(
            ["move", "black", "white", "the net's estimate", "its second choice"],
            _rows(rules, found),
        )
        page.text(f"```\n{rules.start().play_all(found['moves'])}\n```")
    return results


def _rows(rules: Game, found: dict[str, Any]) -> list[list[object]]:
    rows: list[list[object]] = []
    moves, said = found["moves"], found["thoughts"]
    for ply in range(0, len(moves), 2):
        row: list[object] = [ply + 1, rules.text(moves[ply]), "–", "–", "–"]
        if ply + 1 < len(moves):
            row[2] = rules.text(moves[ply + 1])
            value, second, worth = said[ply + 1]
            row[3] = _number(value)
            row[4] = "–" if second is None else f"{second} {_number(worth)}"
        rows.append(row)
    return rows


def _number(value: float | str | None) -> str:
    return "–" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)


def _sgf(rules: Game, found: dict[str, Any], black: str, white: str) -> str:
    """The game with the net's estimates as comments."""
    root = node = sgf.root_node(rules, black=black, white=white, result=found["result"])
    position = rules.start()
    for move, said in zip(found["moves"], found["thoughts"], strict=True):
        node = sgf.add_move(node, position, move)
        if said is not None:
            value, second, worth = said
            comment = f"estimate {_number(value)}"
            if second is not None:
                comment += f"; second choice {second} {_number(worth)}"
            node.properties["C"] = [comment]
        position = position.play(move)
    return sgf.write_tree(root)


def _diagram(rules: Game, moves: list[int]) -> Any:
    """The board with the number of the first move on every point; later ones stand below it."""
    figure = new_figure(4.4, 5)
    axis = figure.subplots()
    size = rules.size
    axis.set_facecolor("#e3b968")
    for place in range(size):
        axis.plot([0, size - 1], [place, place], color="#3a2a12", lw=0.8, zorder=1)
        axis.plot([place, place], [0, size - 1], color="#3a2a12", lw=0.8, zorder=1)
    first: dict[int, int] = {}
    later = []
    for ply, move in enumerate(moves):
        if move == rules.pass_move:
            later.append(f"{ply + 1} pass")
        elif move in first:
            later.append(f"{ply + 1} at {first[move] + 1}")
        else:
            first[move] = ply
    for move, ply in first.items():
        row, column = divmod(move, size)
        fill, ink = ("black", "white") if ply % 2 == 0 else ("white", "black")
        axis.scatter(column, size - 1 - row, s=620, color=fill, edgecolors="black", zorder=2)
        axis.text(
            column, size - 1 - row, str(ply + 1), color=ink, ha="center", va="center", zorder=3
        )
    axis.set_xlim(-0.7, size - 0.3)
    axis.set_ylim(-0.7, size - 0.3)
    axis.set_aspect("equal")
    axis.set_xticks(range(size), [rules.text(column)[0] for column in range(size)])
    axis.set_yticks(range(size), [str(row + 1) for row in range(size)])
    figure.supxlabel(_wrapped(later), fontsize=8)
    return figure


def _wrapped(words: list[str], width: int = 5) -> str:
    return "\n".join(", ".join(words[i : i + width]) for i in range(0, len(words), width))
