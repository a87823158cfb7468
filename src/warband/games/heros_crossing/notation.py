"""Write actions as short texts and read them back: `hire cleric west 2`, `attack west > centre`."""

from __future__ import annotations

import difflib

from warband.games.heros_crossing import board
from warband.games.heros_crossing.board import Board
from warband.games.heros_crossing.rules import FRONT_NAMES, NONE, SOLDIER_NAMES, Rules
from warband.kernel.errors import NotAnAction
from warband.kernel.game import Cover
from warband.kernel.seats import ONE


class Deed:
    """Hold an action taken apart: its kind and whichever of card, front, place, target, soldier, level it has."""

    def __init__(self, kind: str, card: int = NONE, front: int = NONE) -> None:
        self.kind = kind
        self.card = card
        self.front = front
        self.place = NONE
        self.target = NONE
        self.soldier = NONE
        self.level = NONE


def decode(rules: Rules, action: int) -> Deed:
    """Return an action taken apart."""
    if action < rules.draw:
        return _decode_draft(rules, action)
    if action < rules.recruit:
        return _decode_card_play(rules, action)
    if action < rules.reserve:
        return _decode_front_play(rules, action)
    return _decode_rest(rules, action)


def _decode_draft(rules: Rules, action: int) -> Deed:
    if action < rules.place:
        return Deed("pick", action - rules.pick)
    return Deed("place", (action - rules.place) // 3, (action - rules.place) % 3)


def _decode_card_play(rules: Rules, action: int) -> Deed:
    if action < rules.done:
        deed = Deed("draw")
        deed.level = action - rules.draw + 1
    elif action == rules.done:
        deed = Deed("done")
    elif action < rules.replace:
        deed = Deed("hire", (action - rules.add) % rules.kinds, (action - rules.add) // rules.kinds)
    else:
        slot = (action - rules.replace) // rules.kinds
        deed = Deed("hire", (action - rules.replace) % rules.kinds, slot // 3)
        deed.place = slot % 3
    return deed


def _decode_front_play(rules: Rules, action: int) -> Deed:
    if action < rules.flank:
        return Deed("recruit", front=action - rules.recruit)
    if action < rules.attack:
        return Deed("flank", front=action - rules.flank)
    if action < rules.move:
        deed = Deed("attack", front=(action - rules.attack) // 3)
        deed.target = (action - rules.attack) % 3
        return deed
    deed = Deed("move")
    deed.soldier = (action - rules.move) // 3
    deed.target = (action - rules.move) % 3
    return deed


def _decode_rest(rules: Rules, action: int) -> Deed:
    if action < rules.hold:
        return Deed("reserve", action - rules.reserve)
    if action == rules.hold:
        return Deed("hold")
    if action < rules.discard:
        deed = Deed("kill")
        deed.soldier = action - rules.kill
        return deed
    if action < rules.first:
        return Deed("discard", action - rules.discard)
    if action < rules.card:
        deed = Deed("first")
        deed.place = action - rules.first
        return deed
    return Deed("card", action - rules.card)


def text(rules: Rules, action: int) -> str:
    """Return an action in notation."""
    deed = decode(rules, action)
    words = [deed.kind]
    if deed.card != NONE:
        words.append(rules.ids[deed.card])
    if deed.level != NONE:
        words.append(str(deed.level))
    if deed.soldier != NONE:
        words.append(SOLDIER_NAMES[deed.soldier])
    if deed.front != NONE:
        words.append(FRONT_NAMES[deed.front])
    if deed.target != NONE:
        words.append(("> " if deed.kind == "attack" else "") + FRONT_NAMES[deed.target])
    if deed.place != NONE:
        words.append(str(deed.place + (1 if deed.kind == "hire" else 0)))
    return " ".join(words)


def all_texts(rules: Rules) -> dict[str, int]:
    """Return every action by its text."""
    return {text(rules, action): action for action in range(rules.actions)}


def parse(texts: dict[str, int], given: str) -> int:
    """Return the action a text means; blanks and capitals do not matter."""
    words = " ".join(given.lower().replace(">", " > ").split())
    if words in texts:
        return texts[words]
    near = difflib.get_close_matches(words, list(texts), 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise NotAnAction(f"{given!r} is not an action of Hero's Crossing{hint}")


def cover(b: Board, seat: int, action: int) -> Cover | None:
    """Return what the log hides of an action about to be applied, or None if all may see it."""
    deed = decode(b.rules, action)
    if deed.kind == "pick":
        return Cover(ONE[seat], "pick a card")
    if deed.kind == "place":
        return Cover(ONE[seat], f"place a card {FRONT_NAMES[deed.front]}")
    if deed.kind == "reserve":
        return Cover(ONE[seat], f"reserve a level {b.rules.levels[deed.card]} card")
    if deed.kind == "card" and not (b.rules.dealt and b.phase == board.DEAL):
        return Cover(ONE[b.seat], f"card of level {b.rules.levels[deed.card]}")
    return None
