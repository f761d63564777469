"""GGF: records are read, written and read again, and their games played."""

from fuzz.target import Target
from ponnuki.formats import ggf
from ponnuki.games import game

_RULES = game("othello:8")


def _run(data: bytes) -> None:
    records = ggf.read_records(data)
    refused: ggf.GgfError | None = None
    for record in records:
        text = ggf.write_record(record)
        (again,) = ggf.read_records(text)
        assert ggf.write_record(again) == text, "what is written reads as another record"
        for side in "black", "white":
            assert (record.seconds_left(side) or 0.0) >= 0.0, "less than no time is left"
        try:
            one = ggf.game_of(record, _RULES)
        except ggf.GgfError as error:
            refused = error
            continue
        (other,) = ggf.read_games(ggf.write_games([one]), _RULES)
        assert (other.start, other.moves) == (one.start, one.moves), "another game is written"
        assert other.margin == one.result() or one.last.outcome is None, "another result is written"
    if refused is not None:
        raise refused


TARGET = Target(
    "ggf",
    _run,
    (ggf.GgfError,),
    tuple(b"( ) ; [ ] / (; ;) (;) GM[Othello] GM[1] TY[8] TY[s8r18] TY[10] TY[8a] TY[0] RE[+2.000] "
          b"RE[-64:r] RE[?] RE[nan] BO[8 B[f5] W[d6] B[c3/-1.5/0.1] W[pass] B[PA//2] B[] PB[a] PW[ "
          b"TI[15:00] TI[1:00:00/0:10] TB[0:01] -------- ---O*--- *] O] * O - X \xef\xbb\xbf \xff "
          b"\x00 \r\n 2 \xe2\x80\xa8".split(b" ")),
)  # fmt: skip
