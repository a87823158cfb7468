"""Weights ship small, with a card that tells where they come from, and a file that is none is refused by name."""

from __future__ import annotations

import hashlib
import json
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from warband.agents.minds.bot import bot_of_file, shipped_weights
from warband.agents.minds.files import digest, from_bytes, read_weights, to_bytes
from warband.kernel.errors import BadInput

GAMES = ("heros-crossing", "pixel-tactics", "pocket-tactics")
MOST_BYTES = 4_000_000
WEIGHTS = resources.files("warband.agents.minds") / "weights"


@pytest.mark.parametrize("name", GAMES)
def test_the_card_beside_the_weights_is_theirs(name: str) -> None:
    data = (WEIGHTS / f"{name}.mind").read_bytes()
    card = json.loads((WEIGHTS / f"{name}.json").read_text(encoding="utf-8"))
    assert len(data) <= MOST_BYTES
    assert card["sha256"] == digest(data) == hashlib.sha256(data).hexdigest()
    assert card["game"] == name == card["config"]["game"]
    for field in ("sources", "hardware", "minutes", "decisions", "matches", "strength"):
        assert card[field], field


@pytest.mark.parametrize("name", GAMES)
def test_weights_survive_a_file(name: str) -> None:
    weights = shipped_weights(name)
    again = from_bytes(to_bytes(weights))
    assert again.words == weights.words
    assert (again.cells.maps.exactly() == weights.cells.maps.exactly()).all()
    assert to_bytes(again) == to_bytes(weights)


def test_what_is_no_mind_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "my.mind"
    with pytest.raises(BadInput, match=r"my\.mind: No such file"):
        read_weights(path)
    with pytest.raises(BadInput, match=r"my\.mind: No such file"):
        bot_of_file(path)
    path.write_bytes(b"no weights")
    with pytest.raises(BadInput, match=r"my\.mind: this is no file of weights"):
        bot_of_file(path)
    with path.open("wb") as file:
        np.savez(file, about=np.frombuffer(b'{"format": 0}', dtype=np.uint8))
    with pytest.raises(BadInput, match=r"my\.mind: this is no file of weights: format 0"):
        read_weights(path)


def test_weights_without_places_are_written_as_they_always_were() -> None:
    for name in ("heros-crossing", "pixel-tactics"):
        weights = shipped_weights(name)
        assert weights.places is None
        assert to_bytes(weights) == (WEIGHTS / f"{name}.mind").read_bytes()
    assert shipped_weights("pocket-tactics").places is not None
