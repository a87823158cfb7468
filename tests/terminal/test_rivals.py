"""Playing against a bot: its steps are told, its cards are not; no curtain; saved with its name; failures are told."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from tests.kernel.matches import GAME, SHORT, TURN, at, begin

from warband.agents.bot_process import BotProcess
from warband.agents.roster import bot_name, check_bot, is_program, seat_bot
from warband.cli.files import write_safely
from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.errors import BadInput
from warband.kernel.match import Match
from warband.kernel.record import Record, read_record
from warband.kernel.registry import make_game
from warband.kernel.verify import verify
from warband.kernel.views import View
from warband.terminal.rivals import Rival, RivalTable

CLUMSY = """
from warband.agents.bot import Bot

class Clumsy(Bot):
    def choose(self, view, legal, budget):
        raise ValueError("two left hands")

class Stillborn(Bot):
    def __init__(self, game, seed):
        raise RuntimeError("not today")

    def choose(self, view, legal, budget):
        return legal[0]
"""


class Neighbour:
    """Think in this process, for speed."""

    def __init__(self, spec: str, match: Match) -> None:
        self.player = seat_bot(spec, match.game, 5, timed=False)
        self.is_gone = False

    def choose(self, view: View, legal: list[int]) -> int:
        return self.player.choose(view, legal)

    def close(self) -> None:
        self.is_gone = True


class RandomTyping(RivalTable):
    """Type the number of a random choice whenever something is asked."""

    def prompt(self) -> str:
        return str(1 + Rng(self.match.ply).below(len(self.match.actions(self.seat))))


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def table(match: Match, save: Path, typed: list[str], seat: int = 1, writer: io.StringIO | None = None) -> RivalTable:
    """Return a table with a random bot in a seat, and lines to be typed."""
    rival = Rival(match, "random", seat, Neighbour("random", match))
    reader = io.StringIO("".join(line + "\n" for line in typed))
    return RivalTable(match, save, {}, write_safely, rival, reader, writer or io.StringIO())


def sit(match: Match, save: Path, *typed: str, seat: int = 1, writer: io.StringIO | None = None) -> str:
    """Type some lines against a random bot and return all that was written."""
    sitting = table(match, save, list(typed), seat, writer)
    sitting.run()
    assert isinstance(sitting.writer, io.StringIO)
    return sitting.writer.getvalue()


def saved(save: Path) -> Record:
    """Return the record in a file."""
    return read_record(json.loads(save.read_text(encoding="utf-8")))


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return tmp_path / "match.json"


# ---- whole matches ----

SERIES: dict[str, object] = {"series": 3, "round_cap": 2}
MATCHES: list[tuple[str, dict[str, object]]] = [
    (GAME, SHORT),
    (GAME, {"health": 2}),
    ("pixel-tactics", SERIES),
    ("pocket-tactics", {"map": "quick", "turns": 20}),
]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("name", "options"), MATCHES, ids=["dealt", "drafted", "series", "map"])
def test_a_match_is_played_against_a_bot_to_its_end(
    save: Path, name: str, options: dict[str, object], seat: int
) -> None:
    match = Match(make_game(name, options), seeded_chance(6))
    bot = Neighbour("1", match)
    writer = io.StringIO()
    RandomTyping(match, save, {}, write_safely, Rival(match, "1", seat, bot), io.StringIO(), writer).run()
    result = match.result
    assert result is not None
    assert match.game.say_result(result, match.players) in writer.getvalue()
    assert "Hand over" not in writer.getvalue()
    assert bot.is_gone
    assert verify(saved(save), match.game).entries == match.entries
    assert saved(save).bots[seat] == "1"


def test_a_series_is_told_from_the_leaders_to_the_last_trophy(save: Path) -> None:
    match = Match(make_game("pixel-tactics", SERIES), seeded_chance(3))
    writer = io.StringIO()
    RandomTyping(
        match, save, {}, write_safely, Rival(match, "1", 1, Neighbour("1", match)), io.StringIO(), writer
    ).run()
    told = writer.getvalue()
    for sentence in ("Choose your leader.", "Red leads with the ", "Fight 2 begins.", "wins the series"):
        assert sentence in told


# ---- what is told ----


def steps(told: str) -> list[str]:
    """Return the sentences that were told as they came."""
    # No Enter is echoed here, so that the first stands behind the prompt.
    return re.findall(r"^(?:\w+ \(or help\)> )?(- .*)", told.replace("\r\x1b[K", "\n"), re.MULTILINE)


def test_every_step_is_told_once_as_the_person_may_know_it(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    match = at(TURN)
    told = sit(match, save, *["1"] * 20)
    assert sum(entry.seat == 1 for entry in match.entries) > 5
    assert steps(told) == [f"- {sentence.plain()}" for sentence in match.log(0)]


@pytest.mark.parametrize("seat", [0, 1])
def test_what_the_bot_holds_stays_hidden(save: Path, seat: int) -> None:
    match = at(TURN)
    hidden = "Rogue" if seat == 1 else "Hexer"
    told = sit(match, save, "1", "1", "1", "log", seat=seat)
    shown = told.partition("The match is saved.")[0]
    played = {part for sentence in match.log(1 - seat) for part in sentence.plain().split()}
    assert hidden not in shown or hidden in played


def test_a_drawn_card_of_the_bot_is_not_named(save: Path) -> None:
    match = begin(4, SHORT)
    told = sit(match, save, *["1"] * 30)
    assert "Red draws the " not in told
    assert "Red draws a " in told


def test_a_screen_says_that_the_bot_thinks_and_repeats_its_steps_below_the_table(save: Path) -> None:
    match = at(TURN)
    told = sit(match, save, "flank west", "done", writer=Screen())
    assert "Red is thinking ...\r\x1b[K" in told
    between, table = told.split("\x1b[2J\x1b[H")[-2:]
    news = [f"- {sentence.plain()}" for sentence in match.log(0, 2)]
    assert steps(between)[-len(news) :] == news
    assert steps(table)[-len(news) :] == news


def test_elsewhere_nothing_is_said_of_thinking(save: Path) -> None:
    told = sit(begin(4, SHORT), save, "1", "1", "1")
    assert "thinking" not in told
    assert "\x1b" not in told


# ---- commands ----


def test_the_own_last_action_is_taken_back(save: Path) -> None:
    match = at(TURN)
    told = sit(match, save, "flank west", "move weapon centre", "undo", "undo", "undo")
    assert match.entries == []
    assert "Nothing can be taken back" in told


def test_what_the_bot_has_answered_is_not_taken_back(save: Path) -> None:
    match = at(TURN)
    told = sit(match, save, "flank west", "done", "undo")
    assert match.entries[1].text == "done"
    assert any(entry.seat == 1 for entry in match.entries)
    assert "Nothing can be taken back" in told


def test_a_bot_takes_no_draw(save: Path) -> None:
    match = at(TURN)
    assert "Red plays on; a bot takes no draw." in sit(match, save, "offer draw", "accept draw")
    assert match.entries == []


def test_resigning_ends_it(save: Path) -> None:
    assert "Red wins: Blue resigned." in sit(at(TURN), save, "resign", "yes")
    assert saved(save).result == {"winner": 1, "why": "resigned"}


# ---- leaving and coming back ----


def test_a_secret_choice_of_either_survives_a_break(save: Path) -> None:
    match = begin()
    sit(match, save, "quit", seat=0)
    assert len(saved(save).waiting) == 1
    again = verify(saved(save), match.game)
    assert again.awaiting() == (1,)
    sit(again, save, "1", seat=0)
    assert again.entries[-1].seat in (0, 1)
    assert again.ply > match.ply


def test_the_way_back_names_a_program_again(save: Path) -> None:
    match = at(TURN)
    sitting = table(match, save, [])
    assert sitting.way_back().endswith(f"play --resume {save}")
    sitting.rival.spec = "mine.py:Mine"
    assert sitting.way_back().endswith(f"play --resume {save} --against mine.py:Mine")


# ---- bots that fail ----


def test_a_bot_that_fails_is_told_and_the_match_goes_on(save: Path, tmp_path: Path) -> None:
    (tmp_path / "guest.py").write_text(CLUMSY, encoding="utf-8")
    match = at(TURN)
    spec = f"{tmp_path / 'guest.py'}:Clumsy"
    rival = Rival(match, spec, 1, BotProcess(match.game, spec, 1))
    writer = io.StringIO()
    RivalTable(match, save, {}, write_safely, rival, io.StringIO("flank west\ndone\n"), writer).run()
    complaint = f"(bot {spec}: it raised ValueError: two left hands; a random action is played for it.)\n"
    assert complaint in writer.getvalue()
    assert any(entry.seat == 1 for entry in match.entries)
    assert match.awaiting() == (0,)


def test_a_bot_that_cannot_be_seated_gets_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "guest.py").write_text(CLUMSY, encoding="utf-8")
    game = make_game(GAME)
    for spec, complaint in (("99", "levels 1 to 8"), ("nobody", "unknown bot 'nobody'"), ("x.py:A", "no such file")):
        with pytest.raises(BadInput, match=complaint):
            check_bot(spec, game)
    with pytest.raises(BadInput, match="RuntimeError: not today"):
        check_bot(f"{tmp_path / 'guest.py'}:Stillborn", game)


@pytest.mark.parametrize(
    ("spec", "other", "name"),
    [
        ("3", "Blue", "Scout"),
        ("scout", "Blue", "Scout"),
        ("Scout", "Scout", "Scout (bot)"),
        ("search:500", "Blue", "search:500"),
        ("bots/mine.py:Mine", "Blue", "Mine"),
    ],
)
def test_a_bot_has_a_name_at_the_table(spec: str, other: str, name: str) -> None:
    assert bot_name(spec, other) == name
    assert is_program(spec) == (".py:" in spec)
