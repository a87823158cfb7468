"""Write a random match down as text with everything the engine says, so that a change of rules shows as a diff."""

from __future__ import annotations

import json

from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.game import Game
from warband.kernel.match import Match
from warband.kernel.scene import Sentence
from warband.kernel.seats import BY_CHANCE, PUBLIC
from warband.scene import spoken, text

SEED = 20_261
FULL_AT_FIRST = 12
FULL_EVERY = 10
MOST_BYTES = 150_000
WIDTH = 110


def playthrough(game: Game, name: str) -> str:
    """Return the playthrough of a game and option set, always the same for the same rules."""
    lines = [f"# {game.title}, options {name}: {json.dumps(game.options)}"]
    lines.append(f"# {game.action_count()} actions, at most {game.bound()} decisions, rules version {game.version}")
    rng = Rng(SEED)
    match = Match(game, seeded_chance(SEED))
    number = 0
    while match.result() is None:
        if match.awaiting() == BY_CHANCE:
            match.settle_with(match.chance.choose(match.ply, match.state.outcomes()))
            lines += tell_entry(match)
            continue
        number += 1
        lines += tell_decision(match, number)
        seat = match.awaiting()[0]
        legal = match.legal(seat)
        match.act(seat, legal[rng.below(len(legal))])
        lines += tell_entry(match)
    result = match.result()
    lines += [
        "",
        "# the end",
        json.dumps(match.state.position()),
        game.say_result(result, match.players) if result else "",
    ]
    return "\n".join(lines) + "\n"


def tell_entry(match: Match) -> list[str]:
    """Return the latest entries of the log, with the events they caused."""
    if not match.entries or match.secret_choices():
        return []
    ply = match.ply - 1
    entries = [entry for entry in match.entries[-2:] if entry.ply == ply]
    lines = [f"ply {ply}: {entry.seat if entry.seat >= 0 else 'chance'}: {entry.text}" for entry in entries]
    return lines + [f"    {sentence.plain()}" for sentence in match.log(PUBLIC, ply)]


def tell_decision(match: Match, number: int) -> list[str]:
    """Return everything about a decision at the first ones and at every tenth, one line otherwise."""
    seats = match.awaiting()
    legal = [len(match.legal(seat)) for seat in seats]
    line = f"decision {number}: seats {list(seats)} choose among {legal}"
    if number > FULL_AT_FIRST and number % FULL_EVERY:
        return [line]
    return ["", line, *tell_everything(match), ""]


def tell_everything(match: Match) -> list[str]:
    """Return position, views, legal actions with labels, and the picture of the first awaited seat."""
    seat = match.awaiting()[0]
    lines = [f"position: {json.dumps(match.state.position())}"]
    for viewer in (0, 1, PUBLIC):
        lines.append(f"view {viewer}: {json.dumps(match.view(viewer))}")
    scene = match.game.scene(match.view(seat))
    lines += [f"legal: {choice.action} {choice.text} = {choice.label} {choice.handles}" for choice in scene.choices]
    lines += [f"preview: {item.plain()}" for item in previews(match, seat)]
    lines += text.render(scene, WIDTH).rstrip("\n").split("\n")
    lines += [f"spoken: {spoken.render(scene)[0]}"]
    return [item.rstrip() for item in lines]


def previews(match: Match, seat: int) -> list[Sentence]:
    """Return the previews of the first and the last legal action."""
    legal = match.legal(seat)
    view = match.view(seat)
    return [sentence for action in (legal[0], legal[-1]) for sentence in match.game.preview(view, action)]
