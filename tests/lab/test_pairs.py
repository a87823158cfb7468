"""A pair is two matches on one seed with the seats swapped, and depends on its seed alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.kernel.matches import GAME
from tests.lab.contests import contest

from warband.agents.bot import Bot, Budget
from warband.agents.roster import Player
from warband.kernel.chance import seeded_chance
from warband.kernel.errors import BadInput
from warband.kernel.match import Match
from warband.kernel.record import read_record
from warband.kernel.verify import verify
from warband.lab.pairs import Contest, Effort, Pair, Played, moved, names_of, play_out, recipe, sources


def timeless(pair: Pair) -> list[Played]:
    """Return a pair without its times, which are never the same twice."""
    return [replace(played, left=Effort(played.left.choices), right=Effort(played.right.choices)) for played in pair]


def play(what: Contest, number: int) -> Pair:
    return what.play(what.make(), number)


def test_seats_are_swapped_on_the_same_seed() -> None:
    first, second = play(contest(seed=7), 3)
    assert (first.seed, first.left_seat, second.seed, second.left_seat) == (10, 0, 10, 1)
    assert first.record["players"] == ["greedy:2", "random"]
    assert second.record["players"] == ["random", "greedy:2"]
    assert first.record["commitment"] == second.record["commitment"]


def test_a_pair_depends_on_its_seed_alone() -> None:
    again = play(contest(seed=5), 0)
    other = [replace(played, pair=0) for played in timeless(play(contest(), 5))]
    assert timeless(again) == other
    assert timeless(play(contest(), 4)) != other


def test_the_winner_is_the_side_and_not_the_seat() -> None:
    for number in range(3):
        for played in play(contest(), number):
            match = verify(read_record(played.record), contest().make())
            result = match.result
            assert result is not None
            winning_seat = {"left": played.left_seat, "right": 1 - played.left_seat, "draw": -1}[played.winner]
            assert result.winner == winning_seat
            assert played.why == result.why


def test_choices_are_counted_and_forced_decisions_are_not() -> None:
    played = play(contest("random", "random"), 0)[0]
    assert 0 < played.left.choices + played.right.choices <= played.decisions
    assert 0 <= played.left.per_choice() < 1
    assert Effort().per_choice() == 0


def test_a_bot_that_plays_itself_is_told_apart() -> None:
    assert play(contest("random", "random"), 0)[0].record["players"] == ["random (first)", "random (second)"]


class Breaks(Bot):
    def choose(self, view: dict[str, object], legal: list[int], budget: Budget) -> int:
        raise ZeroDivisionError("oh")


class Cheats(Bot):
    def choose(self, view: dict[str, object], legal: list[int], budget: Budget) -> int:
        return max(legal) + 1


def test_a_bot_that_crashes_shows_where() -> None:
    game = contest().make()
    players = [Player("mine", Breaks(game, 1), Budget()) for _ in range(2)]
    with pytest.raises(BadInput) as caught:
        play_out(Match(game, seeded_chance(4), names_of(players)), players, [Effort(), Effort()], "seed 4")
    assert 'raise ZeroDivisionError("oh")' in str(caught.value)
    assert "Traceback" in str(caught.value)


@pytest.mark.parametrize(("kind", "complaint"), [(Breaks, "ZeroDivisionError: oh"), (Cheats, "not legal")])
def test_a_bot_that_fails_is_named(kind: type[Bot], complaint: str) -> None:
    game = contest().make()
    players = [Player("mine", kind(game, 1), Budget()) for _ in range(2)]
    with pytest.raises(BadInput, match=f"bot 'mine' failed \\(seed 4, ply \\d+\\): .*{complaint}"):
        play_out(Match(game, seeded_chance(4), names_of(players)), players, [Effort(), Effort()], "seed 4")


# ---- what must be the same for matches to count together ----


def test_terms_hold_the_recipes_and_the_bound_options() -> None:
    terms = contest("3", "search:20").terms()
    assert (terms["game"], terms["right"], terms["timed"]) == (GAME, {"bot": "search:20"}, False)
    assert isinstance(terms["options"], dict)
    assert terms["options"]["cubes"] == 0
    assert terms["left"] == recipe("Scout", GAME, False)


def test_the_clock_of_a_level_is_a_term_only_if_it_counts() -> None:
    assert "seconds" not in recipe("5", GAME, False)
    assert "seconds" in recipe("5", GAME, True)


def test_another_bot_in_the_same_file_is_another_bot(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("one", encoding="utf-8")
    before = recipe(f"{file}:Mine", GAME, False)
    file.write_text("two", encoding="utf-8")
    assert recipe(f"{file}:Mine", GAME, False) != before


def test_a_bot_with_other_weights_beside_it_is_another_bot(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("", encoding="utf-8")
    before = recipe(f"{file}:Mine", GAME, False)
    file.with_suffix(".npz").write_bytes(b"weights")
    assert recipe(f"{file}:Mine", GAME, False) != before


def test_a_mind_with_other_weights_is_another_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = [recipe(bot, GAME, False) for bot in ("mind:20", "7")]
    monkeypatch.setattr("warband.lab.pairs.WEIGHTS", tmp_path)
    (tmp_path / f"{GAME}.mind").write_bytes(b"weights")
    assert all(recipe(bot, GAME, False) != before for bot, before in zip(("mind:20", "7"), shipped, strict=True))
    own = tmp_path / "own.mind"
    own.write_bytes(b"one")
    before = recipe(f"{own}:20", GAME, False)
    own.write_bytes(b"two")
    assert recipe(f"{own}:20", GAME, False) != before


MINE = """\
from warband.agents.bot import Bot
class Mine(Bot):
    def choose(self, view, legal, budget):
        return legal[0]
"""


def test_a_bot_keeps_its_name_where_its_file_was_brought_to(tmp_path: Path) -> None:
    file, there = tmp_path / "mine.py", tmp_path / "elsewhere" / "mine.py"
    there.parent.mkdir()
    file.write_text(MINE, encoding="utf-8")
    what = contest(f"{file}:Mine", "random")
    before = timeless(play(what, 3))
    assert what.files() == [file]
    file.rename(there)
    brought = what.placed({str(file): str(there)})
    assert timeless(play(brought, 3)) == before
    assert brought.proof() == contest().proof()
    own = tmp_path / "own.mind"
    assert contest("random", f"{own}:20").files() == [own]
    assert moved(f"{own}:20", {str(own): "b.mind"}) == "b.mind:20"
    assert moved("search:20", {str(own): "b.mind"}) == "search:20"


def test_what_other_packages_bring_is_proven() -> None:
    assert contest().proof() == sources(contest().make())


@pytest.mark.parametrize(("bot", "complaint"), [("nobody", "unknown bot 'nobody'"), ("99", "level 99: there are the")])
def test_an_unknown_bot_is_refused(bot: str, complaint: str) -> None:
    for what in (contest(bot, "random"), contest("random", bot)):
        with pytest.raises(BadInput, match=complaint):
            what.terms()


def test_sources_have_a_digest() -> None:
    digest = sources(contest().make())
    assert len(digest) == 16
    assert digest == sources(contest().make())
