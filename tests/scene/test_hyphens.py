"""Where long names may be broken."""

from __future__ import annotations

import pytest

from warband.scene.hyphens import SOFT, softened


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Knight", "Knight"),
        ("Pyromancer", "Pyro-mancer"),
        ("Doppelganger", "Doppel-ganger"),
        ("Swordmaster", "Sword-master"),
        ("Conscript", "Con-script"),
        ("Battlemage", "Battle-mage"),
        ("Beastfolk Juggernaut", "Beast-folk Jugger-naut"),
        ("Man-at-Arms", "Man-at-Arms"),
        ("Random:1's King", "Ran-dom:1's King"),
    ],
)
def test_a_long_word_may_be_broken_at_a_syllable(name: str, shown: str) -> None:
    assert softened(name).replace(SOFT, "-") == shown


def test_nothing_but_soft_hyphens_is_added() -> None:
    assert softened("The Tribes of the Dark Forest, 2 Shieldmaidens").replace(SOFT, "") == (
        "The Tribes of the Dark Forest, 2 Shieldmaidens"
    )
