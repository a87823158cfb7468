"""Words: sentences from templates, and one for everything the game can say."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.kernel.matches import GAME, begin

import warband.kernel
from warband.games.heros_crossing.rules.reasons import REFUSALS
from warband.kernel import registry
from warband.kernel.chance import Rng
from warband.kernel.errors import BadInput
from warband.kernel.game import Result
from warband.kernel.match import Match
from warband.kernel.reasons import Reason
from warband.kernel.scene import Part
from warband.kernel.seats import ALL, NOBODY, PUBLIC
from warband.kernel.words import Words, join, load_words

PLAYERS = ["Ada", "Bo"]
TABLES: dict[str, dict[str, str]] = {
    "events": {
        "gain": "{seat} gains {count soldier} in the {front}.",
        "draw": "{seat} draws the {card}.",
        "draw_hidden": "{seat} draws a level {level} card.",
        "bare": "the {card} falls.",
        "lost": "{rival} loses the {cards}.",
    },
    "reasons": {"too_dear": "It costs {level}."},
    "results": {"fallen": "{seat} wins over {rival}.", "won": "{seat} wins.", "drawn": "A draw."},
    "keys": {"cards": "card", "rival": "seat"},
    "handles": {"front": "{seat}/{front}"},
    "motions": {"gain": "hit {foe}/{front} {count}"},
    "quiet": {"draw": "the hand"},
}
NAMES = {"card": {"rogue": "Rogue", "monk": "Monk"}, "soldier": {"weapon": "weapon|weapons"}}


@pytest.fixture
def words() -> Words:
    return Words(TABLES, NAMES)


# ---- what is shown ----


def test_an_event_says_what_is_seen_of_it(words: Words) -> None:
    data: dict[str, object] = {"seat": 1, "count": 2, "front": "west"}
    assert words.motion({"kind": "gain", "data": data}) == ["hit", "0/west", "2"]
    assert words.motion({"kind": "draw", "data": data}) == []
    assert words.is_quiet("draw")
    assert not words.is_quiet("gain")


@pytest.mark.parametrize("name", ["heros-crossing", "pixel-tactics", "pocket-tactics"])
def test_what_is_shown_or_kept_quiet_is_an_event(name: str) -> None:
    tables = load_words(f"warband.games.{name.replace('-', '_')}").tables
    assert tables["motions"]
    assert {*tables["motions"], *tables["quiet"]} <= set(tables["events"])


# ---- templates ----


@pytest.mark.parametrize(("count", "text"), [(1, "1 weapon"), (2, "2 weapons"), (0, "0 weapons")])
def test_things_are_named_and_counted(words: Words, count: int, text: str) -> None:
    data: dict[str, object] = {"seat": 1, "count": count, "soldier": "weapon", "front": "west"}
    assert words.say("events", "gain", data, PLAYERS).plain() == f"Bo gains {text} in the west."


def test_a_sentence_knows_the_handles_of_what_it_names(words: Words) -> None:
    data: dict[str, object] = {"seat": 1, "count": 1, "soldier": "weapon", "front": "west"}
    parts = words.say("events", "gain", data, PLAYERS).parts
    assert Part("west", "1/west") in parts
    assert [part.handle for part in parts if part.text != "west"] == [""] * (len(parts) - 1)


def test_what_is_hidden_has_a_sentence_of_its_own(words: Words) -> None:
    seen: dict[str, object] = {"kind": "draw", "data": {"seat": 0, "level": 2, "card": "rogue"}}
    assert words.event(seen, PLAYERS).plain() == "Ada draws the Rogue."
    assert (
        words.event({"kind": "draw", "data": {"seat": 0, "level": 2}}, PLAYERS).plain() == "Ada draws a level 2 card."
    )


def test_a_sentence_begins_with_a_capital_and_joins_lists(words: Words) -> None:
    assert words.say("events", "bare", {"card": "rogue"}).plain() == "The Rogue falls."
    data: dict[str, object] = {"rival": 1, "cards": ["rogue", "monk"]}
    assert words.say("events", "lost", data, PLAYERS).plain() == "Bo loses the Rogue and Monk."
    assert [join(["a", "b", "c"][:count]) for count in range(4)] == ["", "a", "a and b", "a, b and c"]


def test_a_missing_sentence_is_named(words: Words) -> None:
    with pytest.raises(BadInput, match=r"words.toml: \[events\] has no 'dance'"):
        words.say("events", "dance", {})
    with pytest.raises(BadInput, match=r"words.toml: \[events\] bare: 'card' is not known, and no 'bare_hidden'"):
        words.say("events", "bare", {})


def test_a_result_without_a_sentence_of_its_own_is_told_all_the_same(words: Words) -> None:
    assert words.result(Result(1, "fallen"), PLAYERS) == "Bo wins over Ada."
    assert words.result(Result(0, "other"), PLAYERS) == "Ada wins."
    assert words.result(Result(NOBODY, "other"), PLAYERS) == "A draw."


# ---- everything the game says ----


def is_sentence(text: str) -> bool:
    return text[:1].isupper() and text[-1:] in ".?" and "{" not in text and "None" not in text and "_" not in text


def watch(match: Match, rng: Rng, said: set[str]) -> None:
    """Play a match to its end and collect every sentence that anybody could read on the way."""
    while match.result is None:
        seat = match.awaiting()[0]
        if rng.below(10) == 0:
            said.update(scene_words(match, seat))
            said.update(reason_words(match, rng))
        legal = match.actions(seat)
        match.play(seat, legal[rng.below(len(legal))])
    for viewer in (0, 1, PUBLIC, ALL):
        said.update(sentence.plain() for sentence in match.log(viewer))
    result = match.result
    assert result is not None
    said.add(match.game.say_result(result, match.players))


def scene_words(match: Match, seat: int) -> list[str]:
    scenes = [match.game.scene(match.view(viewer)) for viewer in (0, 1, PUBLIC)]
    labels = [choice.label + "." for choice in scenes[seat].choices]
    assert len(labels) == len(match.actions(seat))
    return labels + [scene.prompt.plain() for scene in scenes]


def reason_words(match: Match, rng: Rng) -> list[str]:
    start = rng.below(5)
    actions = range(start, match.game.action_count(), 5)
    reasons = [match.why_not(action, seat=seat) for seat in (0, 1) for action in actions]
    return [match.game.say_reason(reason) for reason in reasons if reason is not None]


@pytest.mark.parametrize("option_set", registry.entry(GAME).option_sets)
def test_everything_said_in_a_match_is_a_sentence(option_set: str) -> None:
    said: set[str] = set()
    kinds: set[object] = set()
    for seed in range(6):
        match = begin(seed, registry.entry(GAME).option_sets[option_set])
        watch(match, Rng(seed), said)
        kinds.update(event["kind"] for event in match.events(ALL))
    assert [text for text in said if not is_sentence(text)] == []
    assert len(kinds) > 15
    assert kinds <= set(load_words(registry.entry(GAME).package).tables["events"])


def test_every_refusal_of_the_game_has_its_sentence() -> None:
    known = load_words(registry.entry(GAME).package).tables["reasons"]
    assert [code for code in REFUSALS.codes[1:] if code not in known] == []


def codes_of_the_match() -> set[str]:
    """Return the codes of the reasons that a Match itself gives."""
    source = Path(str(warband.kernel.__file__)).with_name("match.py").read_text(encoding="utf-8")
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    made = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Reason"]
    return {str(ast.literal_eval(call.args[0])) for call in made}


def test_every_refusal_of_the_match_has_its_sentence() -> None:
    game = begin().game
    codes = codes_of_the_match()
    assert codes == {"over", "no_undo"}
    for code in codes:
        assert is_sentence(game.say_reason(Reason(code, game.ending_clause, {"seat": 0})))
