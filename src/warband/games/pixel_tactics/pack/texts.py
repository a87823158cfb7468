"""Make the text of a role from what it does, and hold one written by hand to the program it describes."""

from __future__ import annotations

import hashlib
import json

from warband.games.pixel_tactics.pack.telling import tell_program
from warband.games.pixel_tactics.pack.vocabulary import TRIGGER_NAMES, read_program
from warband.kernel.validation import Node

DIGITS = 8
UNDESCRIBED = ("text", "text_of", "attack", "life")
BEGINNINGS = {
    "power": "Power:",
    "action": "As an action:",
    "effect": "",
    "when_attacked": "When it is attacked:",
    "when_unit_attacked_in_melee": "When your unit is attacked in melee:",
    "when_order_played": "After you have played an order:",
    "when_hero_recruited": "When you have recruited a hero:",
    "when_own_hero_falls": "When a hero of yours falls:",
    "when_rival_hero_falls": "When an enemy hero falls:",
    "at_end_of_turn": "At the end of your turn:",
    "at_end_of_wave": "At the end of each wave:",
    "at_end_of_round": "At the end of each round:",
    "when_this_falls": "When it falls:",
    "when_this_enters": "When it enters:",
    "when_this_is_hit": "When it is hit:",
    "when_this_attacks": "When it has attacked:",
    "at_start_of_turn": "At the start of your turn:",
    "at_start_of_wave": "At the start of each wave:",
    "at_start_of_round": "At the start of each round:",
}


def tell_role(fields: dict[str, Node]) -> str:
    """Return what a role does in sentences, empty where it does nothing."""
    sentences = [f"{phrase[0].upper()}{phrase[1:]}." for phrase in _phrases(fields)]
    for name in ("power", "action", "effect", *TRIGGER_NAMES):
        if name in fields and fields[name].value:
            sentences.append(f"{_beginning(fields, name)} {tell_program(read_program(fields[name]))}".strip())
    return " ".join(sentences)


def _beginning(fields: dict[str, Node], name: str) -> str:
    if name == "effect" and "trap" in fields:
        return f"Trap ({fields['trap'].text()}):"
    if "ongoing" in fields and fields["ongoing"].value and name != "effect":
        return f"Ongoing: {BEGINNINGS[name][0].lower()}{BEGINNINGS[name][1:]}"
    return BEGINNINGS[name]


def _phrases(fields: dict[str, Node]) -> list[str]:
    return [phrase for phrase in fields["traits"].texts() if phrase] if "traits" in fields else []


def hash_of(fields: dict[str, Node]) -> str:
    """Return the hash of what a role does, in a few digits."""
    data = {name: node.value for name, node in fields.items() if name not in UNDESCRIBED}
    return hashlib.blake2b(json.dumps(data, sort_keys=True).encode()).hexdigest()[:DIGITS]


def check_hash(fields: dict[str, Node]) -> None:
    """Refuse a text that was written for something else than what the role does now."""
    if "text_of" not in fields:
        return
    if "text" not in fields:
        raise fields["text_of"].wrong("there is no text whose program this could be")
    found = hash_of(fields)
    if fields["text_of"].text() != found:
        told = tell_role(fields)
        raise fields["text_of"].wrong(
            f"the program has changed since its text was written; read it again, then write text_of = {found!r}. "
            f"It does: {told}"
        )
