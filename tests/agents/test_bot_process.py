"""Check bots in processes of their own: they get views alone, and no failure of theirs stops a match."""

from __future__ import annotations

from pathlib import Path

import pytest

from warband.agents.bot_process import BotFailed, BotProcess
from warband.kernel.chance import seeded_chance
from warband.kernel.match import Match
from warband.kernel.registry import make_game

OPTIONS: dict[str, object] = {"fronts": "dealt", "health": 2, "rounds": 5}
GUESTS = """
import os, time
from warband.agents.bot import Bot

class Dead(Bot):
    def choose(self, view, legal, budget):
        os._exit(3)

class Slow(Bot):
    def choose(self, view, legal, budget):
        time.sleep(60)

class Wild(Bot):
    def choose(self, view, legal, budget):
        return -7

class Clumsy(Bot):
    def choose(self, view, legal, budget):
        raise ValueError("two left hands")

class Meek(Bot):
    def choose(self, view, legal, budget):
        assert set(view) and "hand" not in view["seats"][1 - view["viewer"]]
        return legal[0]
"""


def begin() -> Match:
    match = Match(make_game("heros-crossing", OPTIONS), seeded_chance(1))
    match.settle()
    return match


def ask(spec: str, patience: float = 30.0) -> tuple[int, list[int]]:
    match = begin()
    seat = match.awaiting()[0]
    bot = BotProcess(match.game, spec, 1)
    try:
        return bot.choose(match.view(seat), match.actions(seat), patience), match.actions(seat)
    finally:
        bot.close()


@pytest.fixture
def guests(tmp_path: Path) -> Path:
    path = tmp_path / "guests.py"
    path.write_text(GUESTS, encoding="utf-8")
    return path


def test_a_bot_chooses_in_another_process_from_a_view(guests: Path) -> None:
    chosen, legal = ask(f"{guests}:Meek")
    assert chosen == legal[0]


@pytest.mark.parametrize(
    ("name", "patience", "sentence"),
    [
        ("Dead", 30.0, "its process has died"),
        ("Slow", 0.3, "it thought longer than 0.3 seconds"),
        ("Wild", 30.0, "it answered -7, which is not legal"),
        ("Clumsy", 30.0, "it raised ValueError: two left hands"),
        ("Nobody", 30.0, "it has no 'Nobody'"),
    ],
)
def test_a_bot_that_fails_is_replaced_with_a_warning(guests: Path, name: str, patience: float, sentence: str) -> None:
    with pytest.warns(BotFailed, match=sentence):
        chosen, legal = ask(f"{guests}:{name}", patience)
    assert chosen in legal


def test_a_match_goes_on_with_a_bot_that_fails(guests: Path) -> None:
    match = begin()
    bot = BotProcess(match.game, f"{guests}:Wild", 1)
    try:
        for _ in range(2):
            seat = match.awaiting()[0]
            with pytest.warns(BotFailed):
                match.play(seat, bot.choose(match.view(seat), match.actions(seat)))
    finally:
        bot.close()
