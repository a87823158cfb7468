"""The public face: what README shows, and what a caller of `import warband` may rely on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import warband
from warband.kernel import registry
from warband.kernel.match import Match
from warband.kernel.record import record_match

pytestmark = pytest.mark.engine

README = Path(__file__).parents[1] / "README.md"


def opening(seed: int = 7) -> Match:
    """Return a match of Pixel Tactics, where both seats first choose a leader in secret."""
    return warband.game("pixel-tactics").match(seed=seed)


def snippet() -> str:
    block = re.search(r"## In Python\n\n```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    return block[1]


def test_the_lines_of_the_readme_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(snippet(), names)
    match = names["match"]
    assert isinstance(match, Match)
    told = capsys.readouterr().out
    assert "(Ada) against <Bo>" in told
    assert "['lead assassin', 'lead doppelganger'" in told
    comment = re.search(r"why_not.*# (.*?) \.\.\. ", snippet())
    assert comment is not None
    assert comment[1] in told
    assert "(pixel-tactics:FLW-2)" in told
    assert str(match.log()[-1]) in told
    assert match.entries[10].text == "lead assassin"
    assert len([line for line in snippet().splitlines() if line]) <= 15


# ---- games ----


def test_an_unknown_game_or_option_is_one_sentence() -> None:
    with pytest.raises(warband.BadInput, match="unknown game 'chess'; the games are "):
        warband.game("chess")
    with pytest.raises(warband.BadInput, match="unknown option 'board'; the options are "):
        warband.game("pocket-tactics", board=8)


def test_a_pack_may_be_a_file_or_a_path() -> None:
    pack = README.parent / "docs" / "examples" / "tavern"
    assert list(warband.game("pixel-tactics", pack=pack).packs) == list(
        warband.game("pixel-tactics", pack=str(pack)).packs
    )


def test_the_same_seed_deals_the_same_and_none_deals_anew() -> None:
    assert opening(3).legal() == opening(3).legal()
    assert len({str(warband.game("pixel-tactics").match().legal()) for _ in range(5)}) > 1


# ---- deciding ----


def test_actions_are_texts_or_numbers() -> None:
    match = opening()
    assert match.legal() == [match.text(action) for action in match.actions(0)]
    match.push(match.legal()[1])
    match.push(match.actions(1)[0])
    assert [entry.seat for entry in match.entries if entry.text.startswith("lead")] == [0, 1]


def test_without_a_seat_the_first_that_still_owes_a_decision_is_meant() -> None:
    match = opening()
    assert (match.awaiting(), match.seat, match.view()["viewer"]) == ((0, 1), 0, 0)
    match.push(match.legal(seat=1)[0], seat=1)
    assert (match.awaiting(), match.seat) == ((0,), 0)
    match.push(match.legal()[0])
    assert match.awaiting() == (match.seat,)


def test_the_first_of_two_secret_choices_shows_nowhere() -> None:
    match = opening()
    before = [str(match.view(viewer)) for viewer in (0, 1, warband.PUBLIC)], str(match), repr(match.log()), match.ply
    match.push(match.legal()[0])
    after = [str(match.view(viewer)) for viewer in (0, 1, warband.PUBLIC)], str(match), repr(match.log()), match.ply
    assert after == before
    assert match.view()["viewer"] == 1
    assert "lead" not in repr(match)


def test_a_refusal_says_why_and_names_the_clause() -> None:
    match = opening()
    before = match.state.position()
    with pytest.raises(warband.IllegalAction, match=r"That is not asked now\. .* \(pixel-tactics:FLW-2\)"):
        match.push("attack V1 > F2")
    assert match.state.position() == before
    assert match.why_not(match.legal()[0]) is None
    reason = match.why_not("attack V1 > F2")
    assert isinstance(reason, warband.Reason)
    assert reason.sentence.startswith("That is not asked now.")


@pytest.mark.parametrize("action", ["lead nobody", "", -1, 10**6, None, 3.5, True])
def test_what_is_no_action_is_said_to_be_none(action: Any) -> None:  # noqa: ANN401
    for call in (opening().push, opening().why_not):
        with pytest.raises(warband.NotAnAction, match=re.escape(repr(action))):
            call(action)


@pytest.mark.parametrize("seat", [-1, 2, "0"])
def test_there_are_two_seats(seat: Any) -> None:  # noqa: ANN401
    match = opening()
    for call in (match.legal, lambda seat: match.push("pass", seat=seat), match.undo, match.view, match.log):
        with pytest.raises(warband.BadInput, match=f"there is no seat {seat!r}; the seats are 0 and 1"):
            call(seat=seat)


@pytest.mark.parametrize("players", [["Ada"], ["Ada", "Bo", "Cy"], [1, 2]])
def test_a_match_has_two_players(players: list[Any]) -> None:
    with pytest.raises(warband.BadInput, match=f"a match has two players; {', '.join(map(str, players))} will not do"):
        warband.game("heros-crossing").match(seed=1, players=players)


def test_undo_takes_the_last_action_back() -> None:
    match = warband.game("heros-crossing", fronts="dealt").match(seed=1)
    while not match.may_undo(match.seat):
        match.push(match.legal()[-1])
    entries = len(match.entries)
    match.undo()
    assert len(match.entries) == entries - 1
    with pytest.raises(warband.IllegalAction, match="Nothing can be taken back"):
        opening().undo()


def test_the_log_is_read_as_a_seat_may_and_prints_as_sentences() -> None:
    match = opening()
    assert str(match.log()[0]) == "Blue draws a card."
    assert repr(match.log(seat=0)[0]) == "<Sentence: Blue draws the Assassin.>"
    with pytest.raises(warband.BadInput, match="everything is shown only once the match is over"):
        match.log(seat=warband.ALL)


# ---- bots and files ----


def test_a_bot_is_told_what_it_plays_and_what_it_sees() -> None:
    match: Any = opening()
    with pytest.raises(warband.BadInput, match=r"a bot plays a game that warband\.game has made, not 'pixel-tactics'"):
        warband.bot("3", "pixel-tactics")  # type: ignore[arg-type]
    for wrong in (match, match.state):
        with pytest.raises(warband.BadInput, match=r"a bot gets what its seat sees, match\.view\(\), not <"):
            warband.bot("random", match.game).choose(wrong)


def test_a_match_is_not_saved_as_a_folder(tmp_path: Path) -> None:
    with pytest.raises(warband.BadInput, match="this is a folder, not a file"):
        opening().save(tmp_path)


@pytest.mark.parametrize("spec", [3, "random", "greedy:20"])
def test_a_bot_finds_the_legal_actions_itself(spec: str | int) -> None:
    match = opening()
    bot = warband.bot(spec, match.game)
    for _ in range(6):
        action = bot.choose(match.view())
        assert action in match.actions(match.seat)
        match.push(action)


def test_an_unknown_bot_is_one_sentence() -> None:
    with pytest.raises(warband.BadInput, match="unknown bot 'nobody'; a bot is "):
        warband.bot("nobody", warband.game("pocket-tactics"))


GUESTS = """
from warband.agents.bot import Bot

class First(Bot):
    def choose(self, view, legal, budget):
        return legal[0]

class Crashing(First):
    def choose(self, view, legal, budget):
        return 1 // 0

class Cheating(First):
    def choose(self, view, legal, budget):
        return -5

class Unborn(First):
    def __init__(self, game, seed):
        raise RuntimeError("no weights")
"""


@pytest.fixture
def guests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install a package with bots of its own, and return its module."""
    (tmp_path / "guest_bots.py").write_text(GUESTS, encoding="utf-8")
    installed = tmp_path / "guest_bots-1.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: guest-bots\nVersion: 1\n", encoding="utf-8")
    (installed / "entry_points.txt").write_text(
        "[warband.bots]\nfirst = guest_bots:First\nlost = guest_bots:Nobody\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path / "guest_bots.py"


def test_a_guest_is_found_by_its_entry_point_and_its_file(guests: Path) -> None:
    match = opening()
    for spec in ("first", f"{guests}:First"):
        assert warband.bot(spec, match.game).choose(match.view()) == match.actions(0)[0]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Crashing", "failed: ZeroDivisionError: integer division or modulo by zero"),
        ("Cheating", "answered -5, which is not legal"),
        ("Unborn", "RuntimeError: no weights"),
    ],
)
def test_a_guest_that_fails_is_one_sentence(guests: Path, name: str, sentence: str) -> None:
    match = opening()
    with pytest.raises(warband.BadInput) as failed:
        warband.bot(f"{guests}:{name}", match.game).choose(match.view())
    assert str(failed.value).startswith(f"bot '{guests}:{name}'")
    assert str(failed.value).endswith(sentence)


def test_an_entry_point_that_leads_nowhere_is_one_sentence(guests: Path) -> None:
    with pytest.raises(warband.BadInput, match="bot 'lost': AttributeError: "):
        warband.bot("lost", warband.game("pocket-tactics"))


def finished() -> Match:
    match = warband.game("heros-crossing", fronts="dealt", health=2, rounds=5).match(seed=4)
    bot = warband.bot("random", match.game)
    while not match.over:
        match.push(bot.choose(match.view()))
    return match


def test_a_saved_match_is_loaded_and_verified(tmp_path: Path) -> None:
    match = finished()
    match.save(tmp_path / "m.json")
    record = warband.load(str(tmp_path / "m.json"))
    assert record.verify().entries == match.entries
    (tmp_path / "m.json").write_text((tmp_path / "m.json").read_text().replace("recruit", "flank", 1))
    with pytest.raises(warband.BrokenRecord):
        warband.load(tmp_path / "m.json").verify()


def test_a_match_that_goes_on_can_be_saved_and_taken_up(tmp_path: Path) -> None:
    match = opening()
    match.push(match.legal()[0])
    match.save(tmp_path / "m.json")
    again = warband.load(tmp_path / "m.json").replay()
    assert (again.seat, again.legal(), again.state.position()) == (match.seat, match.legal(), match.state.position())
    action = match.legal()[0]
    match.push(action)
    again.push(action)
    assert again.entries == match.entries


def test_once_over_everything_is_shown_and_nothing_is_legal() -> None:
    match = finished()
    assert match.view()["viewer"] == warband.ALL
    assert match.legal() == []
    with pytest.raises(warband.IllegalAction, match="The match is over"):
        match.push(0)


# ---- printing ----


def test_everything_prints_itself() -> None:
    match = opening()
    assert repr(match) == "<Match of pixel-tactics, Blue against Red, ply 10: seat 0 decides>"
    assert str(match.game) == "Pixel Tactics"
    assert repr(match.game).startswith("warband.game('pixel-tactics'")
    done = finished()
    assert str(done.result) in repr(done)
    assert str(done.result).startswith(("seat ", "draw "))


@pytest.mark.parametrize("name", registry.names())
def test_a_state_prints_the_public_table_and_a_record_its_entries(name: str) -> None:
    match = warband.game(name).match(seed=3)
    assert str(match.state) == str(match)
    assert str(match.state) != repr(match.state)
    record = record_match(match)
    lines = str(record).split("\n")
    assert lines[0] == repr(record)
    assert lines[1:] == [f"{entry.ply}. chance: {entry.text}" for entry in match.entries]
