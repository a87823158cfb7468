"""Match: what is played is logged, what is illegal changes nothing, secrets wait, undo is computed."""

from __future__ import annotations

import json

import pytest
from tests.kernel.matches import SHORT, TURN, at, begin, finished

from warband.kernel.entries import (
    ACCEPT_DRAW,
    DECLINE_DRAW,
    FORFEIT,
    OFFER_DRAW,
    OUT_OF_TIME,
    RESIGN,
    SEAT_GIVEN,
    Entry,
)
from warband.kernel.errors import BadInput, NotAnAction
from warband.kernel.game import Result
from warband.kernel.match import Match
from warband.kernel.reasons import IllegalAction
from warband.kernel.seats import ALL, CHANCE, NO_SEATS, NOBODY, PUBLIC

pytestmark = pytest.mark.engine


def picture(match: Match) -> str:
    views = [match.view(viewer) for viewer in (0, 1, PUBLIC)]
    return json.dumps([match.state.position(), views, str(match.entries), match.events(ALL), match.ply])


def acts(match: Match) -> list[tuple[int, int, str]]:
    return [(entry.ply, entry.seat, entry.text) for entry in match.entries]


# ---- playing ----


def test_an_action_is_logged_with_the_chance_that_follows() -> None:
    match = at(TURN)
    match.push("recruit west", seat=0)
    match.push("draw 1", seat=0)
    assert acts(match)[:2] == [(0, 0, "recruit west"), (1, 0, "draw 1")]
    ply, seat, text = acts(match)[2]
    assert (ply, seat, text.split()[0]) == (2, CHANCE, "card")
    assert match.entries[2].seen_by == (0,)
    assert match.entries[2].seen(1).text == match.entries[2].seen(PUBLIC).text == "card of level 1"


def test_play_returns_the_events_of_action_and_chance() -> None:
    match = at(TURN)
    match.push("recruit west", seat=0)
    assert [event.kind for event in match.play(0, match.parse("draw 1"))][:1] == ["draw"]
    told = [event["kind"] for event in match.events(PUBLIC)]
    assert told[:2] == ["recruit", "gain"]
    assert match.log(0, 2)[0].plain().startswith("Blue draws the ")
    assert match.log(1, 2)[0].plain() == "Blue draws a level 1 card."


def test_the_same_seed_gives_the_same_match() -> None:
    assert finished(3).entries == finished(3).entries
    assert finished(3).entries != finished(4).entries


@pytest.mark.parametrize("action", ["done", "recruit east", "attack west > east", "pick monk", "first 0"])
def test_an_illegal_action_is_refused_and_changes_nothing(action: str) -> None:
    match = at(TURN)
    seat = 1 if action == "recruit east" else 0
    number = match.game.parse(action)
    if action == "attack west > east":
        match.push("flank west", seat=0)
    before = picture(match)
    with pytest.raises(IllegalAction) as refused:
        match.play(seat, number)
    assert refused.value.reason == match.why_not(number, seat=seat)
    assert picture(match) == before


@pytest.mark.parametrize("number", [-1, 10**6])
def test_a_number_that_is_no_action_is_refused(number: int) -> None:
    match = at(TURN)
    before = picture(match)
    with pytest.raises(IllegalAction):
        match.play(0, number)
    assert picture(match) == before


def test_a_text_that_is_no_action_is_refused() -> None:
    with pytest.raises(NotAnAction, match="did you mean 'recruit west'"):
        at(TURN).push("recruit wets", seat=0)


# ---- joint secret choices ----


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_joint_choices_are_one_ply_in_the_order_of_seats(order: tuple[int, int]) -> None:
    match = begin()
    ply, before = match.ply, len(match.entries)
    wanted = [match.actions(seat)[0] for seat in (0, 1)]
    for seat in order:
        match.play(seat, wanted[seat])
    logged = match.entries[before:]
    assert [(entry.ply, entry.seat) for entry in logged] == [(ply, 0), (ply, 1)]
    assert [match.game.parse(entry.text) for entry in logged] == wanted
    assert match.ply == ply + 1


def test_a_waiting_choice_shows_nowhere() -> None:
    match = begin()
    views = [json.dumps(match.view(viewer)) for viewer in (0, 1, PUBLIC)]
    told = match.events(ALL)
    match.play(1, match.actions(1)[0])
    assert [json.dumps(match.view(viewer)) for viewer in (0, 1, PUBLIC)] == views
    assert match.events(ALL) == told
    assert match.awaiting() == (0,)
    assert [entry.seat for entry in match.secret_choices()] == [1]
    assert not match.may_undo(1)


def test_a_deed_between_joint_choices_leaves_them_one_ply() -> None:
    match = begin()
    ply = match.ply
    match.play(0, match.actions(0)[0])
    match.offer_draw(1)
    match.play(1, match.actions(1)[0])
    assert [(entry.ply, entry.seat) for entry in match.entries[-3:]] == [(ply, 1), (ply + 1, 0), (ply + 1, 1)]


def test_an_offer_lapses_when_both_choices_are_in() -> None:
    match = begin()
    match.offer_draw(0)
    match.play(1, match.actions(1)[0])
    assert match.offer == 0
    match.play(0, match.actions(0)[0])
    with pytest.raises(BadInput, match="Blue has offered no draw"):
        match.accept_draw(1)


# ---- undo ----


def test_actions_are_taken_back_one_by_one() -> None:
    match = at(TURN)
    pictures = [picture(match)]
    for text in ("flank west", "move weapon centre"):
        match.push(text, seat=0)
        pictures.append(picture(match))
    for expected in (pictures[1], pictures[0]):
        match.undo(0)
        assert picture(match) == expected
    assert not match.may_undo(0)


def refused_undo(match: Match, seat: int) -> None:
    before = picture(match)
    assert not match.may_undo(seat)
    with pytest.raises(IllegalAction):
        match.undo(seat)
    assert picture(match) == before


def test_no_undo_once_the_decision_has_passed_on() -> None:
    match = at(TURN)
    match.push("flank west", seat=0)
    match.push("done", seat=0)
    refused_undo(match, 0)
    refused_undo(match, 1)


def test_no_undo_once_chance_has_drawn() -> None:
    match = at({"seats": [{"west": {"heroes": ["monk"]}}, {}]})
    match.push("recruit west", seat=0)
    assert match.may_undo(0)
    match.push("draw 1", seat=0)
    assert match.awaiting() == (0,)
    refused_undo(match, 0)


def test_no_undo_once_something_was_revealed() -> None:
    soldiers = {"soldiers": {"weapon": 1, "magic": 1}}
    match = at({"seats": [{"hand": ["fighter"], "west": {"soldiers": {"weapon": 1}}}, {"west": soldiers}]})
    match.push("attack west > west", seat=0)
    assert match.may_undo(0)
    events = match.play(0, match.parse("reserve fighter"))
    assert "reveal" in [event.kind for event in events]
    assert match.awaiting() == (0,)
    refused_undo(match, 0)


def test_undo_brings_a_lapsed_offer_back() -> None:
    match = at(TURN)
    match.offer_draw(1)
    match.push("flank west", seat=0)
    assert match.offer != 1
    match.undo(0)
    match.accept_draw(0)
    assert match.result == Result(NOBODY, "agreed")


def test_an_offer_and_a_refusal_take_no_undo_away_and_stay_said() -> None:
    match = at(TURN)
    before = match.state.position()
    match.push("flank west", seat=0)
    match.offer_draw(0)
    match.decline_draw(1)
    match.offer_draw(0)
    assert match.may_undo(0)
    match.undo(0)
    assert match.state.position() == before
    assert [entry.deed for entry in match.entries] == [OFFER_DRAW, DECLINE_DRAW, OFFER_DRAW]
    assert [event.kind for _, event in match.event_log] == ["offer_draw", "decline_draw", "offer_draw"]
    assert (match.ply, match.offer) == (3, 0)
    assert [entry.ply for entry in match.entries] == [0, 1, 2]


# ---- ending and leaving ----


def ended(match: Match, result: Result, last: Entry) -> None:
    assert match.result == result
    assert match.entries[-1] == last
    assert match.awaiting() == NO_SEATS
    assert match.actions(0) == match.actions(1) == []
    reason = match.why_not(0, seat=0)
    assert reason is not None
    assert reason.code == "over"
    for deed in (match.resign, match.offer_draw, match.accept_draw):
        with pytest.raises(BadInput, match="the match is over"):
            deed(0)


@pytest.mark.parametrize("seat", [0, 1])
def test_who_resigns_loses(seat: int) -> None:
    match = at(TURN)
    match.push("flank west", seat=0)
    match.resign(seat)
    ended(match, Result(1 - seat, "resigned"), Entry(1, seat, "resign", RESIGN))


def test_a_draw_is_offered_and_accepted() -> None:
    match = at(TURN)
    match.offer_draw(1)
    match.accept_draw(0)
    assert match.entries[0] == Entry(0, 1, "offer draw", OFFER_DRAW)
    ended(match, Result(NOBODY, "agreed"), Entry(1, 0, "accept draw", ACCEPT_DRAW))


def test_an_offer_stands_until_the_other_acts() -> None:
    match = at(TURN)
    match.offer_draw(0)
    match.push("flank west", seat=0)
    match.push("done", seat=0)
    assert match.offer == 0
    match.push("flank west", seat=1)
    with pytest.raises(BadInput, match="Blue has offered no draw"):
        match.accept_draw(1)


def test_a_declined_offer_is_gone() -> None:
    match = at(TURN)
    with pytest.raises(BadInput, match="Blue has offered no draw"):
        match.decline_draw(1)
    match.offer_draw(0)
    match.decline_draw(1)
    assert match.entries[1] == Entry(1, 1, "decline draw", DECLINE_DRAW)
    assert match.log(PUBLIC)[1].plain() == "Red plays on."
    with pytest.raises(BadInput, match="Blue has offered no draw"):
        match.accept_draw(1)


def test_nobody_accepts_his_own_offer_or_offers_twice() -> None:
    match = at(TURN)
    match.offer_draw(0)
    with pytest.raises(BadInput, match="Red has offered no draw"):
        match.accept_draw(0)
    with pytest.raises(BadInput, match="already"):
        match.offer_draw(0)
    assert len(match.entries) == 1


def test_a_forfeit_is_logged_with_its_reason() -> None:
    match = at(TURN)
    match.forfeit(1, "away for 5 minutes")
    ended(match, Result(0, "forfeit"), Entry(0, 1, "away for 5 minutes", FORFEIT))


def test_who_runs_out_of_time_is_told_so() -> None:
    match = at(TURN)
    match.forfeit(1, OUT_OF_TIME)
    ended(match, Result(0, "out_of_time"), Entry(0, 1, "out of time", FORFEIT))
    assert match.log(PUBLIC)[0].plain() == "Red forfeits the match: out of time."
    assert match.game.say_result(Result(0, "out_of_time"), match.players) == "Blue wins: Red's time ran out."


def test_a_seat_is_given_to_another_player() -> None:
    match = at(TURN)
    match.give_seat(1, "a bot")
    assert match.players == ["Blue", "a bot"]
    assert match.first_players == ["Blue", "Red"]
    assert match.entries == [Entry(0, 1, "a bot", SEAT_GIVEN)]
    assert match.log(PUBLIC)[0].plain() == "Red's seat is given to a bot."
    match.push("flank west", seat=0)
    assert match.result is None


def test_everything_is_shown_only_once_the_match_is_over() -> None:
    with pytest.raises(BadInput, match="over"):
        at(TURN).view(ALL)
    view = finished(5, SHORT).view(ALL)
    assert json.dumps(view["seats"]).count('"hand"') == 2


def test_everything_is_shown_after_a_resignation() -> None:
    match = at(TURN)
    match.resign(0)
    assert "rogue" in json.dumps(match.view(ALL))
