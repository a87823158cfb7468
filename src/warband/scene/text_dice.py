"""Say dice as text: `[6] [4] (2)`, the last one cancelled."""

from __future__ import annotations

from warband.kernel.scene import Piece
from warband.scene.text_blocks import clean, style, whole, wrap
from warband.scene.text_signs import sign_words, signs_text
from warband.scene.words import die_face, die_mark_word

CANCELLED = "done"


def dice_lines(dice: list[Piece], width: int) -> list[str]:
    """Set dice on one line, and below it what their brackets and signs mean."""
    said = ("  " if any(die.note for die in dice) else " ").join(whole(die_text(die)) for die in dice)
    return wrap(said, width) + key_lines(dice, width)


def die_text(die: Piece) -> str:
    """Return a die in square brackets, or in round ones when it is cancelled, with its signs and its note."""
    face = clean(die_face(die))
    shown = f"({face})" if CANCELLED in die.marks else f"[{face}]"
    signs = style(signs_text([mark for mark in die.marks if mark != CANCELLED]), "gold")
    return " ".join(word for word in (shown + signs, clean(die.note)) if word)


def key_lines(dice: list[Piece], width: int) -> list[str]:
    """Say what the brackets and signs in use mean."""
    marks = [mark for die in dice for mark in die.marks]
    said = ["( ) cancelled"] if CANCELLED in marks else []
    words = sign_words([mark for mark in marks if mark != CANCELLED], word_of=die_mark_word)
    said += [f"{sign} {clean(word)}" for sign, word in words.items()]
    return wrap(", ".join(whole(word) for word in said), width, "  ") if said else []
