"""Check one decision against the laws: legality, notation, copies, positions, views, scenes."""

from __future__ import annotations

import json
from collections.abc import Callable

from warband.conformance.report import NOT_NOW, Report, hold
from warband.kernel.chance import Rng
from warband.kernel.events import Event
from warband.kernel.game import Game, State
from warband.kernel.match import Match
from warband.kernel.random_play import Tally, random_step
from warband.kernel.reasons import IllegalAction
from warband.kernel.scene import Scene
from warband.kernel.seats import CHANCE, PUBLIC, Seat
from warband.kernel.views import View, Viewer
from warband.scene import html, spoken, text

Renderer = Callable[[Scene], object]
RENDERERS: list[Renderer] = [html.render, text.render, spoken.render]
SEATS = (0, 1)


def dump(value: object) -> str:
    """Return plain data as JSON; fails on anything that is not plain."""
    return json.dumps(value, sort_keys=True)


def check_decision(match: Match, rng: Rng, report: Report, number: int) -> None:
    """Check everything that must hold whenever a seat is to decide."""
    game, state = match.game, match.state
    for seat in SEATS:
        check_legal(game, state, seat, report)
        check_reasons(game, state, seat, report, whole=number % 20 == 0)
        check_imagine(game, state, seat, rng, report)
    check_copy(game, state, rng)
    check_position(game, state)
    check_illegal_changes_nothing(match, rng)
    # Drawing costs more than all the rest: every decision of the first match, every fifth of the others.
    if report.matches == 0 or number % 5 == 0:
        for viewer in (*SEATS, PUBLIC):
            check_scene(game, match.view(viewer), report)
            check_choices(match, viewer)


def check_legal(game: Game, state: State, seat: Seat, report: Report) -> None:
    """Check that legal actions are legal, distinct, in the space, and read back from their texts."""
    legal = state.legal(seat)
    hold((seat in state.awaiting()) == bool(legal), game, "a seat has legal actions exactly when awaited", seat)
    hold(len(set(legal)) == len(legal), game, "legal actions are distinct", legal)
    for action in legal:
        hold(0 <= action < game.action_count(), game, "an action is in the space", action)
        text_form = game.text(action, state)
        hold(game.parse(text_form, state) == action, game, "a text parses back", text_form)
        hold(game.parse(game.text(action)) == action, game, "a text without a state parses back", text_form)
        hold(state.why_not(seat, action) is None, game, "a legal action has no reason against it", text_form)
        hold(game.kind(action) in state.kinds(seat), game, "a legal action is of a kind asked for", text_form)


def check_reasons(game: Game, state: State, seat: Seat, report: Report, whole: bool) -> None:
    """Check that exactly the illegal actions have a reason, and a proper one for the kinds asked for."""
    legal = set(state.legal(seat))
    asked = state.kinds(seat)
    report.whole_space += whole
    for action in range(game.action_count()):
        is_asked = game.kind(action) in asked
        if not whole and not is_asked:
            continue
        reason = state.why_not(seat, action)
        hold((reason is None) == (action in legal), game, "why_not is None exactly for legal actions", action)
        if reason is not None:
            report.codes.add(reason.code)
            hold(not is_asked or reason.code != NOT_NOW, game, "no catch-all for a kind asked for", game.text(action))
            hold(bool(game.say_reason(reason)), game, "a reason has a sentence", reason)


def check_copy(game: Game, state: State, rng: Rng) -> None:
    """Check that a copy is equal, and that what happens to it leaves the original alone."""
    before = dump(state.position())
    twin = state.copy()
    hold(dump(twin.position()) == before, game, "a copy is equal", before)
    for _ in range(12):
        if not random_step(twin, rng, Tally(), []):
            break
    hold(dump(state.position()) == before, game, "a copy that goes on leaves the original alone", before)


def check_position(game: Game, state: State) -> None:
    """Check that a position goes through JSON and comes back as the same state."""
    written = dump(state.position())
    twin = game.restore(json.loads(written))
    hold(dump(twin.position()) == written, game, "a position round-trips", written)
    hold(twin.awaiting() == state.awaiting(), game, "a restored state awaits the same", written)
    for seat in SEATS:
        hold(twin.legal(seat) == state.legal(seat), game, "a restored state has the same legal actions", written)
        hold(dump(twin.view(seat)) == dump(state.view(seat)), game, "a restored state looks the same", written)


def check_imagine(game: Game, state: State, seat: Seat, rng: Rng, report: Report) -> None:
    """Check that an imagined state cannot be told from the real one by its seat."""
    view = json.loads(dump(state.view(seat)))
    world = game.imagine(view, rng)
    hold(dump(world.view(seat)) == dump(view), game, "imagine(view).view == view", dump(view))
    anew = game.redeal(state, seat, rng)
    hold(dump(anew.view(seat)) == dump(view), game, "redeal(state).view == view", dump(view))
    rows = [game.encode(same, seat) for same in (state, world, anew)]
    hold(rows[0] == rows[1] == rows[2], game, "an observation holds nothing but what the view holds", dump(view))
    if seat in state.awaiting():
        hold(anew.legal(seat) == state.legal(seat), game, "a state dealt anew has the same legal actions", dump(view))
        hold(world.legal(seat) == state.legal(seat), game, "an imagined state has the same legal actions", dump(view))
    report.imagined += 1


def check_illegal_changes_nothing(match: Match, rng: Rng) -> None:
    """Check that an illegal action raises and changes nothing."""
    game, state = match.game, match.state
    seat = rng.below(2)
    action = rng.below(game.action_count())
    if state.why_not(seat, action) is None:
        return
    before = dump(state.position())
    sink: list[Event] = []
    try:
        state.play(seat, action, sink)
        hold(False, game, "play refuses an illegal action", game.text(action))
    except IllegalAction:
        hold(dump(state.position()) == before and not sink, game, "a refused action changes nothing", before)


def check_chance(game: Game, state: State, rng: Rng) -> None:
    """Check that chance has outcomes with weights, each with a text, and samples one of them."""
    outcomes = state.outcomes()
    values = [value for value, _ in outcomes]
    hold(bool(values) and len(set(values)) == len(values), game, "outcomes are there and distinct", outcomes)
    hold(all(weight > 0 for _, weight in outcomes), game, "weights are positive", outcomes)
    hold(state.sample(rng) in values, game, "a sample is one of the outcomes", outcomes)
    for value in values:
        hold(game.parse(game.text(value, state), state) == value, game, "an outcome's text parses back", value)
    for seat in SEATS:
        hold(state.legal(seat) == [], game, "no seat acts where chance decides", seat)
        view = state.view(seat)
        hold(dump(game.imagine(view, rng).view(seat)) == dump(view), game, "imagine(view).view == view", view)
    hold(state.awaiting() == (CHANCE,), game, "chance is awaited alone", state.awaiting())


def check_choices(match: Match, viewer: Viewer) -> None:
    """Check that a scene offers exactly the legal actions; while the other's secret choice is awaited, it may still."""
    legal = match.actions(viewer) if viewer in SEATS else []
    if not legal and match.secret_choices():
        return
    shown = match.game.scene(match.view(viewer)).choices
    hold([choice.action for choice in shown] == legal, match.game, "a scene offers exactly the legal actions", viewer)
    texts = [match.text(action) for action in legal]
    hold([choice.text for choice in shown] == texts, match.game, "a choice has its text in notation", viewer)


def check_scene(game: Game, view: View, report: Report) -> None:
    """Check that a view's scene names handles that exist and shows in all three renderers."""
    scene = game.scene(view)
    handles = scene.handles()
    for choice in scene.choices:
        missing = [handle for handle in choice.handles if handle not in handles]
        hold(not missing, game, "every handle of an action is in the scene", (choice.text, missing))
    if scene.choices:
        choice = scene.choices[report.scenes % len(scene.choices)]
        hold(game.attempt(view, choice.handles) is None, game, "touching a choice's handles means it", choice.text)
    for render in RENDERERS:
        hold(bool(render(scene)), game, "a scene renders", render)
    report.scenes += 1
