"""Write a random match down as text with everything the engine says, so that a change of rules shows as a diff."""

from __future__ import annotations

import json
from collections.abc import Iterator

from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.game import Game
from warband.kernel.match import Match
from warband.kernel.scene import say_odds
from warband.kernel.seats import BY_CHANCE, PUBLIC, Seat
from warband.scene import spoken, text

SEED = 3
FULL_AT_FIRST = 12
FULL_EVERY = 10
MOST_BYTES = 270_000
WIDTH = 110


class Teller:
    """Write a match down decision by decision; of positions only what has changed since they were last written,
    of views only where they differ from the position, and only when that changes."""

    def __init__(self, game: Game, name: str) -> None:
        self.game = game
        self.match = Match(game, seeded_chance(SEED))
        self.told: dict[str, dict[str, str]] = {}
        self.lines = [f"# {game.title}, options {name}: {json.dumps(game.options)}"]
        self.lines.append(
            f"# {game.action_count()} actions, at most {game.bound()} decisions, rules version {game.version}"
        )

    def tell_entry(self) -> None:
        """Write the latest entries of the log, with the events they caused."""
        if self.match.secret_choices():
            return
        ply = self.match.ply - 1
        for entry in self.match.entries[-2:]:
            if entry.ply == ply:
                self.lines.append(f"ply {ply}: {entry.seat if entry.seat >= 0 else 'chance'}: {entry.text}")
        self.lines += [f"    {sentence.plain()}" for sentence in self.match.log(PUBLIC, ply)]

    def tell_decision(self, number: int) -> None:
        """Write everything about the first decisions and every tenth, one line about the others."""
        seats = self.match.awaiting()
        legal = [len(self.match.actions(seat)) for seat in seats]
        line = f"decision {number}: seats {list(seats)} choose among {legal}"
        if number > FULL_AT_FIRST and number % FULL_EVERY:
            self.lines.append(line)
            return
        self.lines += ["", line]
        whole = dict(flatten(self.match.state.position(), ""))
        self.tell_changes("position", whole)
        for viewer, name in ((0, "view 0"), (1, "view 1"), (PUBLIC, "public view")):
            self.tell_changes(name, apart(dict(flatten(self.match.view(viewer), "")), whole))
        self.tell_scene(seats[0])
        self.lines.append("")

    def tell_changes(self, name: str, now: dict[str, str]) -> None:
        """Write what has changed since it was last written, a path a line."""
        before = self.told.get(name, {})
        for path in sorted(set(before) | set(now)):
            if before.get(path) != now.get(path):
                self.lines.append(f"{name}: {path} = {now.get(path, 'gone')}")
        self.told[name] = now

    def tell_scene(self, seat: Seat) -> None:
        """Write the legal actions of a seat, the previews of the first and the last, and the table."""
        view = self.match.view(seat)
        scene = self.game.scene(view)
        for choice in scene.choices:
            self.lines.append(f"legal: {choice.action} {choice.text} | {choice.label} | {' '.join(choice.handles)}")
        for choice in (scene.choices[0], scene.choices[-1]):
            for sentence in self.game.preview(view, choice.action):
                self.lines.append(f"preview of {choice.text}: {sentence.plain()}")
            odds = say_odds(self.game.odds(view, choice.action))
            self.lines += [f"odds of {choice.text}: {odds}"] if odds else []
        self.lines.append(f"spoken: {' '.join(spoken.render(scene)[:2])}")
        scene.choices = []
        self.lines += [line.rstrip() for line in text.render(scene, WIDTH).split("\n")]

    def tell_end(self) -> None:
        """Write the last position and how the match ended."""
        self.lines += ["", "# the end"]
        self.tell_changes("position", dict(flatten(self.match.state.position(), "")))
        result = self.match.result
        if result is not None:
            self.lines.append(self.game.say_result(result, self.match.players))


def flatten(data: object, path: str) -> Iterator[tuple[str, str]]:
    """Yield every value of plain data with its path; lists of plain values stay whole."""
    if isinstance(data, dict):
        for key, item in data.items():
            yield from flatten(item, f"{path}.{key}" if path else str(key))
    elif isinstance(data, list) and any(isinstance(item, dict) for item in data):
        for index, item in enumerate(data):
            yield from flatten(item, f"{path}.{index}")
    else:
        yield path, json.dumps(data)


def apart(view: dict[str, str], whole: dict[str, str]) -> dict[str, str]:
    """Return where a view differs from the whole position; what it lacks is hidden."""
    return {path: view.get(path, "hidden") for path in {*view, *whole} if view.get(path) != whole.get(path)}


def playthrough(game: Game, name: str) -> str:
    """Return the playthrough of a game and option set, always the same for the same rules."""
    teller, rng = Teller(game, name), Rng(SEED)
    match, number = teller.match, 0
    while match.result is None:
        if match.awaiting() == BY_CHANCE:
            match.settle_once()
        else:
            number += 1
            teller.tell_decision(number)
            seat = match.awaiting()[0]
            legal = match.actions(seat)
            match.act(seat, legal[rng.below(len(legal))])
        teller.tell_entry()
    teller.tell_end()
    return "\n".join(teller.lines) + "\n"
