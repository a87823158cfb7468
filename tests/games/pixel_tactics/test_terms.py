"""Hear each edition in its own words: on cards, in labels, in the log, in refusals and in the rulebook."""

from __future__ import annotations

import re
import tomllib
from importlib import resources

import pytest
from tests.games.pixel_tactics.stages import at, game_of, labels

from warband.games.pixel_tactics.terms import MARK, terms_of, worded_card_text
from warband.kernel.match import Match
from warband.kernel.seats import PUBLIC

POWER = {"classic": "attack power", "deluxe": "spell", "manual": "attack power"}
MOVE = {"classic": "restructure", "deluxe": "move", "manual": "restructure"}
EDITIONS = list(POWER)
POSITION: dict[str, object] = {
    "round": 2,
    "actions": 3,
    "seats": [
        {"leader": "priestess", "unit": {"V1": "oracle", "F1": "knight"}},
        {"leader": "dragon_mage", "hand": ["witch"]},
    ],
}


def of(edition: str) -> Match:
    return at(POSITION, game_of(edition=edition))


def log(match: Match) -> list[str]:
    players = ["Blue", "Red"]
    return [match.game.say_event(event.seen(PUBLIC), players).plain() for _, event in match.event_log]


@pytest.mark.parametrize("edition", EDITIONS)
def test_cards_name_their_powers(edition: str) -> None:
    cards = {card.id: card for card in game_of(edition=edition).pack.cards}
    assert cards["oracle"].roles["vanguard"].text.startswith(f"{POWER[edition].capitalize()}: look at")
    assert POWER[edition] in cards["doppelganger"].roles["rear"].text[len("Attack power: ") :]
    moving = {"restructure": "Restructuring", "move": "Moving"}[MOVE[edition]]
    assert cards["paladin"].roles["leader"].text.startswith(f"{moving} a hero")


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_mark_is_left_anywhere(edition: str) -> None:
    game = game_of(edition=edition)
    texts = [text for table in [*game.words.tables.values(), *game.words.names.values()] for text in table.values()]
    texts += [role.text for card in game.pack.cards for role in card.roles.values()]
    texts += [text for clause in game.clauses.values() for text in (clause.title, clause.text)]
    assert [text for text in texts if MARK.search(text) or "Power:" in text] == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_labels_and_log_speak_of_the_edition(edition: str) -> None:
    match = of(edition)
    assert f"Oracle V1: {POWER[edition]}" in labels(match)
    assert f"{MOVE[edition].capitalize()} Knight F1 to V2" in labels(match)
    match.push("move F1 V2", seat=0)
    match.push("power V1", seat=0)
    used = {"attack power": "uses its attack power", "spell": "casts its spell"}[POWER[edition]]
    moved = {"restructure": "is restructured", "move": "moves"}[MOVE[edition]]
    assert f"Blue's Oracle (V1) {used}." in log(match)
    assert f"Blue's Knight {moved} from F1 to V2." in log(match)


@pytest.mark.parametrize("edition", EDITIONS)
def test_refusals_speak_of_the_edition(edition: str) -> None:
    match = at({**POSITION, "round": 1}, game_of(edition=edition))
    reason = match.state.why_not(0, match.parse("power V1"))
    assert reason is not None
    assert match.game.say_reason(reason) == f"No {POWER[edition]} is used in the first round."


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_rulebook_speaks_of_the_edition(edition: str) -> None:
    clauses = game_of(edition=edition).clauses
    assert clauses["pixel-tactics:ACT-13"].title == MOVE[edition].capitalize()
    assert clauses["pixel-tactics:CF-2"].title == f"No {POWER[edition]}s in round 1"
    assert clauses["pixel-tactics:card/oracle/vanguard/first"].text.startswith(POWER[edition].capitalize())


def test_a_power_with_a_prefix_is_named_too() -> None:
    assert worded_card_text("Long power: draw.", terms_of(game_of(edition="deluxe").options)) == "Long spell: draw."


def test_the_word_of_the_option_counts_not_the_edition_alone() -> None:
    assert terms_of(game_of(edition="classic", power_is="spell").options)["power"] == "spell"


def test_the_lesson_plays_deluxe_and_says_spell() -> None:
    text = (resources.files("warband.games.pixel_tactics") / "lesson.toml").read_text(encoding="utf-8")
    said = " ".join(str(step.get("say", "")) + str(step.get("said", "")) for step in tomllib.loads(text)["step"])
    assert "spell" in said
    assert not re.search(r"\bpower\b", said)


@pytest.mark.parametrize("option", ["power_is", "edition"])
def test_every_value_has_the_same_terms(option: str) -> None:
    path = resources.files("warband.games.pixel_tactics") / "terms.toml"
    tables = tomllib.loads(path.read_text(encoding="utf-8"))[option]
    assert len({tuple(table) for table in tables.values()}) == 1
