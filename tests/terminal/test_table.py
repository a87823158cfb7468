"""The terminal: a whole match typed in, every command, a save at every decision, and a curtain between the seats."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from tests.kernel.matches import GAME, SHORT, TURN, at, begin

from warband.agents.bot import Budget
from warband.cli.files import write_safely
from warband.cli.rules import clauses_of
from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.game import Result
from warband.kernel.match import Match
from warband.kernel.record import read_record
from warband.kernel.registry import make_game
from warband.kernel.seats import NOBODY
from warband.kernel.verify import verify
from warband.terminal.table import TerminalTable

CLAUSES = clauses_of(GAME)


class Sitting:
    """What came of a sitting: the match, and all that was written."""

    def __init__(self, match: Match, save: Path, typed: list[str]) -> None:
        writer = io.StringIO()
        # The first line is for the curtain that hides the first hand.
        lines = "".join(line + "\n" for line in ["", *typed])
        TerminalTable(match, save, CLAUSES, write_safely, io.StringIO(lines), writer).run()
        self.match = match
        self.save = save
        self.text = writer.getvalue()

    def saved(self) -> Match:
        """Return the match as the file has it."""
        record = read_record(json.loads(self.save.read_text(encoding="utf-8")))
        return verify(record, self.match.game)


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return tmp_path / "match.json"


def sit(save: Path, *typed: str) -> Sitting:
    """Sit down where seat 0 acts in round 2, and type some lines."""
    return Sitting(at(TURN), save, list(typed))


def answers(text: str) -> list[str]:
    """Return what was written in answer to each line, up to the next prompt."""
    return [part.strip() for part in re.split(r"^Blue \(or help\)> |^Red \(or help\)> ", text, flags=re.MULTILINE)[1:]]


# ---- a whole match ----


def script(match: Match, by_number: bool, seed: int) -> list[str]:
    """Play a match at random and return the lines that two people would type for it."""
    lines: list[str] = []
    seat, rng, read = -1, Rng(seed), [0, 0]
    while match.result is None:
        now = match.awaiting()[0]
        if seat not in (-1, now):
            # Enter after the news of one's own action, if there is any, and Enter behind the curtain.
            lines += ["", ""] if match.log(seat, read[seat]) else [""]
            read[seat] = match.ply
        seat = now
        read[seat] = match.ply
        choices = match.game.scene(match.view(seat)).choices
        number = rng.below(len(choices))
        lines.append(str(number + 1) if by_number else choices[number].text.upper())
        match.play(seat, choices[number].action)
    return lines


@pytest.mark.parametrize("by_number", [True, False])
@pytest.mark.parametrize("options", [{"health": 2}, SHORT])
def test_a_whole_match_is_typed_in(save: Path, by_number: bool, options: dict[str, object]) -> None:
    expected = begin(7, options)
    lines = script(expected, by_number, 7)
    sitting = Sitting(begin(7, options), save, lines)
    result = expected.result
    assert result is not None
    assert sitting.match.entries == expected.entries
    assert f"\n{expected.game.say_result(result, ['Blue', 'Red'])}\n" in sitting.text
    assert f"record verify {save}" in sitting.text
    assert sitting.saved().entries == expected.entries


# ---- commands ----


def test_help_lists_what_one_can_type(save: Path) -> None:
    for word in ("help", "?"):
        told = answers(sit(save, word).text)[0]
        for command in ("? 7", "hint 3", "why TEXT", "rule CLAUSE", "log", "undo", "offer draw", "resign", "quit"):
            assert command in told


def test_a_hint_names_what_a_quick_search_likes_best(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warband.terminal.table.HINT", Budget(40))
    sitting = sit(save, "hint", "hint 3", "hint 99999")
    one, three, all_of_them = answers(sitting.text)[:3]
    choices = sitting.match.game.scene(sitting.match.view(0)).choices
    assert re.fullmatch(r"\d+\. .+ \[.+\]  wins about \d+ in 100", one)
    assert three.splitlines()[0] == one
    assert len(three.splitlines()) == 3
    assert len(all_of_them.splitlines()) == len(choices)
    number = int(one.split(".")[0])
    assert f"[{choices[number - 1].text}]" in one
    assert sitting.match.entries == []


@pytest.mark.parametrize("rest", ["0", "-1", "x", "999999", "²"])
def test_a_bad_number_of_hints_is_told(save: Path, rest: str) -> None:
    assert answers(sit(save, f"hint {rest}").text)[0].startswith(f"hint {rest}: expected a number of actions")


def test_a_hint_for_a_forced_decision_says_so(save: Path) -> None:
    match = begin(3, {"health": 2})
    while len(match.actions(match.awaiting()[0])) > 1:
        match.play(match.awaiting()[0], match.actions(match.awaiting()[0])[-1])
    assert answers(Sitting(match, save, ["hint"]).text)[0].startswith("There is only one thing to do: 1. ")


def test_why_tells_the_reason_with_its_clause(save: Path) -> None:
    told = answers(sit(save, "why hire monk west", "why flank west", "why 1", "why dance", "why 99", "why").text)
    assert told[0] == "You have no Monk in hand. (HIR-1)"
    assert told[1] == told[2] == "That is legal."
    assert "'dance' is not an action" in told[3]
    assert told[4].startswith("There is no number 99")
    assert told[5] == "Why what? Name an action by its number or its notation, such as why 1."


def test_rule_reads_a_clause(save: Path) -> None:
    told = answers(sit(save, "RULE atk-3", "rule Atk-99").text)
    clause = CLAUSES[f"{GAME}:ATK-3"]
    assert told[0] == f"{clause.id}: {clause.title}. {clause.text}"
    assert told[1].startswith("There is no clause 'Atk-99'; clauses look like ")


def test_a_preview_tells_what_would_follow_and_does_nothing(save: Path) -> None:
    sitting = sit(save, "? attack west > west", "?attack west > west", "? flank west", "? hire monk west", "? 99")
    told = answers(sitting.text)
    assert told[0] == told[1]
    assert told[0].startswith("2 weapons against nobody.\nWithout reserves the Monarch loses 2 health.")
    assert told[2] == "Nothing more is certain."
    assert told[3] == "You have no Monk in hand. (HIR-1)"
    assert told[4].startswith("There is no number 99")
    assert sitting.match.entries == []


def test_the_log_is_read_as_the_seat_saw_it(save: Path) -> None:
    sitting = sit(save, "recruit west", "draw 1", "", "", "log")
    table, log = answers(sitting.text)[1:3]
    news, _, after = table.partition("Press Enter to go on.")
    assert "Blue draws the " in news
    for told in (after, log):
        assert "Blue draws a level 1 card." in told
        assert "Blue draws the " not in told


def test_an_action_is_taken_back(save: Path) -> None:
    sitting = sit(save, "flank west", "move weapon centre", "undo", "undo", "undo")
    assert sitting.match.entries == sitting.saved().entries == []
    assert "Nothing can be taken back" in answers(sitting.text)[-2]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("0", "There is no number 0; choose from 1 to "),
        ("99", "There is no number 99; choose from 1 to "),
        ("9" * 5000, "There is no number 999999; choose from 1 to "),
        ("²", "'²' is not an action"),
        ("Xyz", "'Xyz' is not an action of Hero's Crossing. Type help to see what you can type."),
        ("-1", "'-1' is not an action"),
        ("flank wets", "did you mean 'flank west'? Type help to see"),
        ("hire monk west", "You have no Monk in hand. (HIR-1)"),
        ("accept draw", "Red has offered no draw"),
        ("", ""),
    ],
)
def test_a_bad_line_is_answered_and_asked_again(save: Path, line: str, complaint: str) -> None:
    sitting = sit(save, line, "flank west")
    assert complaint in answers(sitting.text)[0]
    assert [entry.text for entry in sitting.match.entries] == ["flank west"]


# ---- ending ----


def test_resigning_asks_once(save: Path) -> None:
    assert sit(save, "resign", "no", "flank west").match.result is None
    sitting = sit(save, "resign", "yes")
    assert sitting.match.result == sitting.saved().result == Result(1, "resigned")
    assert "Red wins: Blue resigned." in sitting.text


def test_a_draw_is_offered_and_accepted(save: Path) -> None:
    sitting = sit(save, "offer draw", "offer draw", "flank west", "done", "", "accept draw")
    told = answers(sitting.text)
    assert told[0].startswith("The offer stands until the other player acts.")
    assert told[1] == "Blue has offered a draw already"
    assert "A draw is offered; accept draw, or play on." in told[3]
    assert sitting.match.result == sitting.saved().result == Result(NOBODY, "agreed")
    assert "A draw by agreement." in sitting.text


def test_a_match_given_up_in_the_draft_can_be_verified(save: Path) -> None:
    match = begin()
    sitting = Sitting(match, save, ["1", "", "resign", "yes"])
    assert sitting.saved().result == Result(0, "resigned")


# ---- leaving and coming back ----


@pytest.mark.parametrize("last", [["quit"], []])
def test_who_leaves_goes_on_at_the_same_decision(save: Path, last: list[str]) -> None:
    typed = ["recruit west", "draw 1", "", "", "flank east"]
    sitting = sit(save, *typed, *last)
    assert f"warband play --resume {save}" in sitting.text
    again = sitting.saved()
    assert again.awaiting() == sitting.match.awaiting() == (1,)
    assert again.actions(1) == sitting.match.actions(1)
    assert Sitting(again, save, ["done"]).saved().entries[:-1] == sitting.match.entries


def test_a_secret_choice_survives_a_break(save: Path) -> None:
    sitting = Sitting(begin(), save, ["2", "", "quit"])
    again = sitting.saved()
    assert again.awaiting() == (1,)
    assert Sitting(again, save, ["1"]).match.entries[-2].text == sitting.match.secret_choices()[0].text


# ---- the curtain ----


def shown_to(sitting: Sitting) -> tuple[str, str, str]:
    """Return what was written for seat 0, behind the curtain, and for seat 1, where seat 0 comes first."""
    before, _, rest = sitting.text.partition("=" * 60 + "\nRed decides next.")
    curtain, _, after = rest.partition("press Enter when you are ready.\n")
    return before, curtain, after


@pytest.mark.parametrize("typed", [["flank west", "done"], ["recruit west", "draw 1"], ["attack west > west", "hold"]])
def test_neither_seat_sees_the_others_hand(save: Path, typed: list[str]) -> None:
    sitting = sit(save, *typed, "", "log", "quit")
    before, curtain, after = shown_to(sitting)
    assert "Hexer" in before
    assert "Rogue" in after
    assert "Rogue" not in before
    assert "Hexer" not in after
    assert "Hexer" not in curtain
    assert "Rogue" not in curtain


def test_a_secret_pick_does_not_show_across_the_curtain(save: Path) -> None:
    packs = [["knight", "monk", "bard"], ["hexer", "archer", "fighter"]]
    draft = at({"phase": "pick", "round": 0, "seats": [{"draft": {"pack": pack}} for pack in packs]})
    before, _, after = shown_to(Sitting(draft, save, ["pick bard", "", "log", "quit"]))
    for name in ("Knight", "Monk", "Bard"):
        assert name in before
        assert name not in after
    for name in ("Hexer", "Archer", "Fighter"):
        assert name in after
        assert name not in before


def test_the_screen_is_cleared_before_the_curtain_falls(save: Path) -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    writer = Screen()
    typed = io.StringIO("\nflank west\ndone\n\nquit\n")
    TerminalTable(at(TURN), save, CLAUSES, write_safely, typed, writer).run()
    cleared = writer.getvalue().split("\x1b[2J\x1b[H")
    curtains = [part for part in cleared[1:] if "Hand over the keyboard" in part]
    assert [curtain.split(" decides next.")[0] for curtain in curtains] == ["Red"]
    assert [curtain.count("\n") for curtain in curtains] == [1]


@pytest.mark.parametrize("options", [{"map": "quick", "turns": 30}, {"turns": 12}])
def test_two_people_play_pocket_tactics_from_the_map_to_the_end(save: Path, options: dict[str, object]) -> None:
    game = make_game("pocket-tactics", options)
    expected = Match(game, seeded_chance(5))
    lines = script(expected, by_number=False, seed=5)
    writer = io.StringIO()
    match = Match(game, seeded_chance(5))
    # Enter for the curtain over the first secret choice; after the factions are known the table is open.
    lines = ["", *[line for at, line in enumerate(lines) if line or at < 3]]
    TerminalTable(match, save, {}, write_safely, io.StringIO("".join(line + "\n" for line in lines)), writer).run()
    assert match.entries == expected.entries
    assert "The record is kept in" in writer.getvalue()


def test_an_open_table_needs_no_curtain(save: Path) -> None:
    """Where both seats see the same, nobody has to look away."""
    match = Match(make_game("pocket-tactics", {"map": "quick"}), seeded_chance(3))
    for seat in (0, 1):
        match.play(seat, match.actions(seat)[0])
    writer = io.StringIO()
    TerminalTable(match, save, {}, write_safely, io.StringIO("1\n1\n1\n1\n1\n"), writer).run()
    assert "Hand over" not in writer.getvalue()


# ---- the best of three ----

SERIES: dict[str, object] = {"series": 3, "round_cap": 2}


def series(seed: int) -> Match:
    """Return a series of three at the choice of leaders."""
    match = Match(make_game("pixel-tactics", SERIES), seeded_chance(seed))
    match.settle()
    return match


def type_in(match: Match, save: Path, lines: list[str]) -> str:
    """Type lines at a table for two and return all that was written."""
    writer = io.StringIO()
    TerminalTable(match, save, {}, write_safely, io.StringIO("".join(line + "\n" for line in lines)), writer).run()
    return writer.getvalue()


def parts(told: str) -> list[tuple[str, str]]:
    """Return what was shown to whom between two curtains."""
    curtain = r"^(\w+) decides next\. Hand over the keyboard; \w+, press Enter when you are ready\.\n"
    found = re.split(curtain, told, flags=re.MULTILINE)[1:]
    return list(zip(found[::2], found[1::2], strict=True))


def test_two_people_play_the_best_of_three_and_see_only_their_own_hands(save: Path) -> None:
    expected, match = series(5), series(5)
    lines = script(expected, by_number=True, seed=5)
    told = type_in(match, save, ["", *lines])
    result = expected.result
    assert result is not None
    assert match.entries == expected.entries
    assert f"\n{match.game.say_result(result, ['Blue', 'Red'])}\n" in told
    assert "Fight 2 begins." in told
    shown = parts(told.rpartition("=" * 60)[0])
    assert len(shown) > 10
    for name, part in shown:
        other = "Red" if name == "Blue" else "Blue"
        assert f"({name}, you)" in part
        assert f"({other}, you)" not in part
        assert f"{other} draws the " not in part


def test_a_secret_leader_does_not_show_across_the_curtain(save: Path) -> None:
    """Whoever Blue leads with, Red sees the same table until both are chosen."""
    seen = [parts(type_in(series(5), save, ["", str(number), "", "log", "quit"]))[1] for number in (1, 2, 3)]
    assert [name for name, _ in seen] == ["Red"] * 3
    assert len({part for _, part in seen}) == 1
