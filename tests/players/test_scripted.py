"""The scripted players: their rules, their strength, and the printed games."""

import itertools
import random
from functools import cache

import numpy as np
import pytest

import ponnuki
from ponnuki import Game, Player, Position, SpecError, play_games
from ponnuki.arena import Contest, game_seeds
from ponnuki.papers.cai2009.printed_games import PRINTED_GAMES
from ponnuki.players import RandomPlayer, ScriptedPlayer
from tests.reference import scripted as reference
from tests.reference.grid import string_and_liberties
from tests.reference.pattern import pattern_moves
from tests.reference.pattern import saves as lasting_saves

SIZES = range(3, 14)
VARIANTS = [
    "capture-go:6,passing=no",
    "capture-go:5,passing=no,no_move=passes",
    "capture-go:6,start=crosscut",
    "capture-go:6,captures=3",
    "capture-go:5,captures=4,passing=no",
]
CAPTURE_GO = [f"capture-go:{size}" for size in SIZES] + VARIANTS
GO = ["go:5", "go:9", "go:5,ko=simple"]
BOTH = [
    *(("defensive", spec) for spec in CAPTURE_GO),
    *(("naive", spec) for spec in ("capture-go:5", "capture-go:9", *VARIANTS, *GO)),
    *(("pattern", spec) for spec in ("go:3", "go:7", "go:13", *GO)),
]
TWINS = {
    "defensive": reference.defensive_moves,
    "naive": reference.naive_moves,
    "pattern": pattern_moves,
}


def scripted(kind: str, game: Game) -> ScriptedPlayer:
    """A scripted player."""
    player = ponnuki.player(kind, game)
    assert isinstance(player, ScriptedPlayer)
    return player


@cache
def positions(kind: str, spec: str, count: int) -> list[Position]:
    """Positions in which somebody moves, half from random games and half from the player's own.

    In its own games a third of all moves are random ones, so that it gets into trouble.
    """
    game = ponnuki.game(spec)
    noisy = ponnuki.player(f"{kind},noise=0.3", game)
    seeds = game_seeds(3, 40)
    batches = [
        list(play_games(game, [one, RandomPlayer()], [[0, 1], [1, 0]] * 20, seeds))
        for one in (RandomPlayer(), noisy)
    ]
    dice = random.Random(f"{kind} {spec}")
    found: list[Position] = []
    for index in range(count):
        record = dice.choice(batches[index % 2])
        found.append(game.start().play_all(record.moves[: dice.randrange(len(record.moves))]))
    return found


def strings(position: Position, colour: int) -> list[frozenset[int]]:
    """The strings of a colour."""
    cells = tuple(position.stones)
    return list(
        {
            frozenset(string_and_liberties(position.game.size, cells, point)[0])
            for point, cell in enumerate(cells)
            if cell == colour
        }
    )


def mine(position: Position) -> int:
    """The colour of the player to move."""
    return 1 if position.to_move == "black" else -1


# The rules


@pytest.mark.parametrize(("kind", "spec"), BOTH)
def test_moves_are_legal_and_of_the_highest_rank(kind: str, spec: str) -> None:
    """In thousands of positions the move is legal, and no legal move is ranked higher."""
    player = scripted(kind, ponnuki.game(spec))
    for seed, position in enumerate(positions(kind, spec, 240)):
        move = player.choose(position, seed=seed)
        scores = player.scores(position)
        assert sorted(scores) == position.legal_numbers()
        assert scores[move] == max(scores.values())


@pytest.mark.parametrize(
    ("kind", "spec"),
    [
        (kind, spec)
        for kind, spec in BOTH
        if kind != "defensive" or ponnuki.game(spec).size in {3, 5, 6, 9}
    ],
)
def test_rules_are_those_of_the_plain_twin(kind: str, spec: str) -> None:
    """What the player may play is exactly what its rules say, written down a second time."""
    player = scripted(kind, ponnuki.game(spec))
    for position in positions(kind, spec, 240)[: 30 if player.game.size >= 9 else 80]:
        scores = player.scores(position)
        highest = {move for move, score in scores.items() if score == max(scores.values())}
        assert highest == TWINS[kind](position), str(position)


@pytest.mark.parametrize(("kind", "spec"), BOTH)
def test_captures_come_first_then_saves(kind: str, spec: str) -> None:
    """A capture is always taken, the largest one; else a string that can be saved is saved.

    The defensive player passes instead of saving if the pass wins the game at once; the pattern
    player saves what no ladder catches again.
    """
    player = scripted(kind, ponnuki.game(spec))
    seen = {"capture": 0, "save": 0}
    for seed, position in enumerate(
        positions(kind, spec, 240)[: 80 if player.game.size > 6 else 240]
    ):
        move = player.choose(position, seed=seed)
        captures: dict[int, int] = reference.captures(position)
        saves = set(lasting_saves(position) if kind == "pattern" else reference.saves(position))
        if captures:
            assert captures[move] == max(captures.values())
            seen["capture"] += 1
        elif saves and move != position.game.points:
            assert move in saves
            seen["save"] += 1
        elif saves:
            assert kind == "defensive"
            outcome = position.play(move).outcome
            assert outcome is not None
            assert outcome.winner == position.to_move
    assert min(seen.values()) > 0 or player.game.size == 3


@pytest.mark.parametrize("spec", CAPTURE_GO)
def test_defensive_moves_are_safe(spec: str) -> None:
    """It makes a stone that can be captured, or fills one of two eyes, only if it must.

    A stone that saves a string in atari may stand where two own strings have an eye between them.
    """
    player = scripted("defensive", ponnuki.game(spec))
    for seed, position in enumerate(positions("defensive", spec, 240)[:60]):
        move = player.choose(position, seed=seed)
        if move == position.game.points or move in reference.captures(position):
            continue
        if move in reference.saves(position):
            continue
        board = reference.Board.of(position)
        after = board.with_stone(move)
        safe = len(after.string(move)[1]) >= 2
        spoils = move in board.eyes() and len(board.eyes()) <= 2
        if safe and not spoils:
            continue
        rest = position.legal_numbers()
        assert position.game.pass_move not in rest
        for other in rest:
            could = board.with_stone(other)
            fills = other in board.eyes() and len(board.eyes()) <= 2
            assert len(could.string(other)[1]) < 2 or (safe and fills)


@pytest.mark.parametrize("spec", ["capture-go:5", "capture-go:7", "capture-go:9", "capture-go:13"])
def test_defensive_stays_one_string(spec: str) -> None:
    """After each of its stones it is one string, in all games of its own from the empty board.

    So it is by the rules wherever passing is allowed and it had one string or none before: every
    stone but a capturing one, which ends the game, touches its string.
    """
    game = ponnuki.game(spec)
    others: list[Player] = [
        RandomPlayer(),
        ponnuki.player("naive", game),
        ponnuki.player("untrained,seed=7,depth=2", game),
        ponnuki.player("untrained,seed=8,depth=1,noise=0.1", game),
        scripted("defensive", game),
    ]
    if game.size == 13:
        del others[2:4]
    players = [scripted("defensive", game), *others]
    games = 6
    pairings = [
        pair for i in range(1, len(players)) for pair in ([0, i], [i, 0]) for _ in range(games)
    ]
    stones = 0
    for (black, _), record in zip(
        pairings, play_games(game, players, pairings, game_seeds(2, len(pairings))), strict=True
    ):
        position = game.start()
        for ply, move in enumerate(record.moves):
            position = position.play(move)
            if (ply % 2 == 0) == (black == 0) and move != game.points and position.outcome is None:
                assert len(strings(position, 1 if black == 0 else -1)) == 1
                stones += 1
    assert stones > 300


def test_defensive_joins_strings_that_noise_has_made() -> None:
    """Where one stone can leave fewer strings and nothing is urgent, it leaves the fewest."""
    player = scripted("defensive", ponnuki.game("capture-go:9"))
    joined = 0
    for position in positions("defensive", "capture-go:9", 240)[:100]:
        before = len(strings(position, mine(position)))
        if before < 2 or reference.captures(position) or reference.saves(position):
            continue
        move = player.choose(position, seed=1)
        board = reference.Board.of(position)
        fewest = min(
            len(strings(position.play(m), mine(position)))
            for m in position.legal_numbers()
            if m < 81 and len(board.with_stone(m).string(m)[1]) >= 2 and m not in board.eyes()
        )
        if fewest < before:
            assert len(strings(position.play(move), mine(position))) == fewest
            joined += 1
    assert joined > 10


def test_first_stone() -> None:
    """The centre of an empty board; else near it, three steps away from the other stone."""
    game = ponnuki.game("capture-go:9")
    player = scripted("defensive", game)
    assert player.choose(game.start(), seed=1) == game.move("E5")
    after = game.start().play(game.move("E5"))
    drawn = {game.text(player.choose(after, seed=seed)) for seed in range(200)}
    assert drawn == {"C4", "C6", "D3", "D7", "F3", "F7", "G4", "G6"}


def test_naive_goes_on_until_only_eyes_are_left() -> None:
    """In Go it passes when only own eyes are left to fill, and never before."""
    game = ponnuki.game("go:5")
    player = scripted("naive", game)
    alive = game.parse(". X . X X\nX X X X X\nO O O O O\nO O O O O\nO . O . O\nblack to move")
    assert game.text(player.choose(alive, seed=1)) == "pass"
    assert player.choose(game.start(), seed=1) != game.pass_move


def test_pattern_player_opens_in_the_centre_of_a_small_board() -> None:
    """On 5×5 the centre has the widest space; on 9×9 any point from the third line on has it."""
    game = ponnuki.game("go:5")
    drawn = {game.text(scripted("pattern", game).choose(game.start(), seed=s)) for s in range(20)}
    assert drawn == {"C3"}
    large = ponnuki.game("go:9")
    player = scripted("pattern", large)
    for seed in range(50):
        row, column = divmod(player.choose(large.start(), seed=seed), 9)
        assert 2 <= row <= 6
        assert 2 <= column <= 6


def test_pattern_player_reads_a_ladder() -> None:
    """It gives the atari that catches a stone, and does not run with one that is caught."""
    game = ponnuki.game("go:7")
    player = scripted("pattern", game)
    rows = ". . . . . . .\n. . . . . . .\n. . X X . . .\n. X O . . . .\n. X . . . . .\n"
    rows += ". . . . . . .\n. . . . . O .\n"
    caught = game.parse(f"{rows}ply 8, black to move")
    assert game.text(player.choose(caught, seed=1)) == "C3"
    runs = game.parse(rows.replace("O . . . .\n. X .", "O X . . .\n. X .") + "ply 9, white to move")
    assert player.scores(runs)[game.move("C3")] < player.scores(runs)[game.points]


def test_pattern_player_passes_when_nothing_is_useful() -> None:
    """It does not fill territory, does not invade what is too small, and takes dead stones off."""
    game = ponnuki.game("go:5")
    player = scripted("pattern", game)
    done = game.parse(". X . . X\nX X X X X\nO O O O O\n. O . O O\nO O O . .\nblack to move")
    assert game.text(player.choose(done, seed=1)) == "pass"
    walls = game.parse(
        ". . X O .\n. . X O .\n. . X O .\n. . X O .\n. . X O .\nply 10, black to move"
    )
    assert player.scores(walls)[game.move("E3")] < player.scores(walls)[game.points]
    dead = game.parse(
        ". . X O .\n. O X O .\n. . X O .\n. X X O .\n. . X O .\nply 12, black to move"
    )
    assert player.choose(dead, seed=1) != game.pass_move


def test_defensive_passes_to_win_and_not_to_lose() -> None:
    """After a pass it ends a game that it has won, and plays on in one that it would lose.

    Here C3 is worth nothing to white, which has three eyes and would pass if the game went on.
    """
    game = ponnuki.game("capture-go:5")
    player = scripted("defensive", game)
    board = ". O O X .\nO O O X .\n. O . X .\nO O X . .\n. O X . .\n"
    for line, move in ("ply 21", "pass"), ("ply 21, passes 1", "C3"), ("ply 22, passes 1", "pass"):
        side = "black" if "22" in line else "white"
        position = game.parse(f"{board}{line}, {side} to move")
        assert game.text(player.choose(position, seed=1)) == move


# Who plays, and where


def test_choose_is_what_plays_in_batches() -> None:
    """Without noise a game is what `choose` plays with the game's seed."""
    for kind, spec in (
        ("defensive", "capture-go:7"),
        ("naive", "capture-go:7"),
        ("naive", "go:5"),
        ("pattern", "go:5"),
    ):
        game = ponnuki.game(spec)
        player = scripted(kind, game)
        batch = play_games(game, [player, RandomPlayer()], [[0, 0], [0, 1], [1, 0]] * 4, range(12))
        for index, record in enumerate(batch):
            position = game.start()
            for ply, move in enumerate(record.moves):
                if batch.pairings[index][ply % 2] == 0:
                    assert player.choose(position, seed=record.seed) == move
                position = position.play(move)


def test_threads_and_instruction_sets_change_nothing() -> None:
    """Games are the same whatever plays them."""
    for spec, kinds in (
        ("capture-go:9", ["defensive", "naive"]),
        ("go:9", ["naive", "pattern"]),
        ("go:5", ["ryder", "zobrist"]),
        ("go:5", ["interim", "knowledge"]),
    ):
        game = ponnuki.game(spec)
        players = [ponnuki.player(f"{kind},noise=0.1", game) for kind in kinds]
        players += [RandomPlayer(), *(ponnuki.player(kind, game) for kind in kinds)]
        pairings = list(itertools.product(range(len(players)), repeat=2))
        seeds = game_seeds(1, len(pairings))
        expected = play_games(game, players, pairings, seeds, threads=1)
        before = ponnuki._core.instruction_set()
        try:
            for name, threads in itertools.product(ponnuki._core.instruction_sets(), (1, 3)):
                ponnuki._core.use_instruction_set(name)
                batch = play_games(game, players, pairings, seeds, threads=threads)
                assert np.array_equal(batch.moves, expected.moves)
                assert np.array_equal(batch.winners, expected.winners)
        finally:
            ponnuki._core.use_instruction_set(before)


def test_noise() -> None:
    """Noise draws that share of the moves as the random player draws them."""
    game = ponnuki.game("capture-go:7")
    quiet, noisy = scripted("defensive", game), ponnuki.player("defensive,noise=0.1", game)
    assert ponnuki.player("defensive", game, noise=0.1) == ScriptedPlayer("defensive", game, 0.1)
    position = game.start().play(10)
    other = sum(
        quiet.choose(position, seed=s) != noisy.choose(position, seed=s) for s in range(1000)
    )
    assert 50 < other < 150
    pure = ponnuki.player("naive,noise=1", game)
    drawn = {pure.choose(position, seed=seed) for seed in range(1000)}
    assert drawn == {RandomPlayer().choose(position, seed=seed) for seed in range(1000)}
    batch = play_games(game, [pure], [[0, 0]] * 50, range(50))
    assert len({record.moves for record in batch}) == 50


@pytest.mark.parametrize(
    ("spec", "game", "message"),
    [
        ("defensive", "go:9", "the defensive player plays Capture Go, not go:9"),
        ("defensive", "othello:6", "the defensive player plays Capture Go, not othello:6"),
        ("pattern", "capture-go:9", "the pattern player plays Go, not capture-go:9"),
        ("naive", "tic-tac-toe", "the naive player plays Go and Capture Go, not tic-tac-toe"),
        ("naive,noise=2", "go:5", "noise=2 is not allowed: use 0 to 1"),
        ("naive,depth=2", "go:5", "depth is no setting: use noise"),
        ("defensive:hard", "capture-go", "nothing is allowed behind a colon"),
    ],
)
def test_bad_specs(spec: str, game: str, message: str) -> None:
    """A game that a player does not play, or an option that it has not, is named."""
    with pytest.raises(SpecError, match=message):
        ponnuki.player(spec, ponnuki.game(game))


def test_bad_positions() -> None:
    """A position of another game, or one that is over, is refused; so is another game's batch."""
    game = ponnuki.game("capture-go:5")
    player = scripted("defensive", game)
    assert player.spec == "defensive"
    with pytest.raises(ValueError, match="a position of capture-go:4 was given"):
        player.choose(ponnuki.game("capture-go:4").start(), seed=1)
    with pytest.raises(ValueError, match="the game is over"):
        player.choose(game.start().play_all([25, 25]), seed=1)
    with pytest.raises(ValueError, match="'defensive' is for capture-go:5, the game is go:5"):
        play_games("go:5", [player], [[0, 0]], [1])
    with pytest.raises(ValueError, match="use child or defensive or naive or pattern"):
        ScriptedPlayer("net", game)  # type: ignore[arg-type]


# The printed games and the strength


def printed_decisions() -> list[tuple[Position, int]]:
    """Every position of the two printed games in which white, the defensive player, moves."""
    found = []
    for moves, _ in PRINTED_GAMES:
        position = ponnuki.game("capture-go:9").start()
        for move in moves:
            if position.to_move == "white":
                found.append((position, move))
            position = position.play(move)
    return found


def test_agreement_with_the_printed_games() -> None:
    """How often the defensive player of the paper plays what ours would.

    'first': no move is ranked higher than the paper's; 'third': at most two are. 'expected' is
    the share in which ours plays that very move, ties being drawn.
    """
    player = scripted("defensive", ponnuki.game("capture-go:9"))
    first = third = 0
    expected = 0.0
    decisions = printed_decisions()
    for position, move in decisions:
        scores = player.scores(position)
        higher = sum(score > scores[move] for score in scores.values())
        first += higher == 0
        third += higher < 3
        if higher == 0:
            expected += 1 / sum(score == scores[move] for score in scores.values())
    print(f"\nof {len(decisions)}: first {first}, expected {expected:.1f}, among three {third}")
    assert len(decisions) == 58
    assert first >= 36
    assert third >= 49
    assert expected >= 34.5


def test_strength() -> None:
    """Who beats whom: far apart from chance, with fixed seeds."""
    shares = {}
    for spec, a, b, games in (
        ("capture-go:9", "defensive", "random", 400),
        ("capture-go:9", "defensive", "untrained,seed=7,depth=2", 100),
        ("capture-go:9", "defensive", "naive", 200),
        ("capture-go:9", "naive", "random", 400),
        ("go:5", "naive", "random", 400),
        ("go:9", "naive", "random", 200),
        ("go:5", "pattern", "random", 400),
        ("go:5", "pattern", "naive", 400),
        ("go:9", "pattern", "naive", 200),
    ):
        game = ponnuki.game(spec)
        result = Contest(game, [a, b], games=games).play()
        shares[spec, a, b] = result.total.score / games
        print(f"{spec} {a} - {b}: {result.total} plies {result.plies_mean():.1f}")
    assert shares["capture-go:9", "defensive", "random"] > 0.99
    assert shares["capture-go:9", "defensive", "untrained,seed=7,depth=2"] > 0.6
    assert shares["capture-go:9", "defensive", "naive"] > 0.9
    assert shares["capture-go:9", "naive", "random"] > 0.9
    assert shares["go:5", "naive", "random"] > 0.9
    assert shares["go:9", "naive", "random"] > 0.9
    assert shares["go:5", "pattern", "random"] > 0.98
    assert shares["go:5", "pattern", "naive"] > 0.96
    assert shares["go:9", "pattern", "naive"] > 0.97
