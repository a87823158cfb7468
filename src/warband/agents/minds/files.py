"""Read and write the weights of a network: one compressed file, and a card beside it that says where it comes from."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from warband.agents.minds.network import Weights
from warband.agents.minds.places import Dense, PlaceWeights
from warband.agents.minds.scaled import Scaled, SideWeights
from warband.agents.minds.wiring import Names, Vocabulary
from warband.kernel.errors import BadInput

# The second format has places.
FORMAT, WITH_PLACES = 1, 2
LAYERS = ("context", "pool", "pooled", "judged", "origins", "targets")


def to_bytes(weights: Weights) -> bytes:
    """Return weights as the bytes of a file; the same weights are the same bytes."""
    arrays: dict[str, Any] = {}
    for name, scaled in _parts(weights).items():
        arrays |= {name: scaled.numbers, f"{name}_exponents": scaled.exponents}
    words = weights.words
    about = {
        "format": FORMAT,
        "game": weights.game,
        "steps": weights.steps,
        "layers": len(weights.layers),
        "things": words.things,
        "always": words.always,
        "cells": [words.cells.rows, words.cells.maps],
        "actions": [words.actions.rows, words.actions.maps],
    }
    if weights.places is not None:
        about |= {"format": WITH_PLACES, "local": [words.local.rows, words.local.maps], "aims": words.aims}
        about |= {"rounds": len(weights.places.rounds), "place_steps": weights.places.steps}
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


def _parts(weights: Weights) -> dict[str, Scaled]:
    parts = {
        "thing": weights.thing,
        "always": weights.always,
        "first_bias": weights.first_bias,
        "cell_rows": weights.cells.rows,
        "cell_maps": weights.cells.maps,
        "action_rows": weights.actions.rows,
        "action_maps": weights.actions.maps,
        "value": weights.value,
        "value_bias": weights.value_bias,
    }
    for number, (rows, bias) in enumerate(weights.layers):
        parts |= {f"layer_{number}": rows, f"layer_{number}_bias": bias}
    if weights.places is not None:
        parts |= _parts_of_places(weights.places)
    return parts


def _parts_of_places(places: PlaceWeights) -> dict[str, Scaled]:
    parts = {"local_rows": places.local.rows, "local_maps": places.local.maps}
    layers: dict[str, Dense] = {name: getattr(places, name) for name in LAYERS}
    layers |= {f"round_{number}": layer for number, layer in enumerate(places.rounds)}
    for name, (rows, bias) in layers.items():
        parts |= {name: rows, f"{name}_bias": bias}
    return parts


def from_bytes(data: bytes, where: str = "mind") -> Weights:
    """Return the weights that a file holds, or raise BadInput."""
    try:
        return _read(data)
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
        raise BadInput(f"{where}: this is no file of weights: {error}") from error


def _read(data: bytes) -> Weights:
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        about = json.loads(arrays["about"].tobytes())
        if about["format"] not in (FORMAT, WITH_PLACES):
            raise ValueError(f"format {about['format']}, not {FORMAT} or {WITH_PLACES}")

        def part(name: str) -> Scaled:
            return Scaled(arrays[name], arrays[f"{name}_exponents"])

        words = Vocabulary(
            tuple(about["things"]),
            tuple(about["always"]),
            Names(*map(tuple, about["cells"])),
            Names(*map(tuple, about["actions"])),
            Names(*map(tuple, about.get("local", [(), ()]))),
            tuple(about.get("aims", ())),
        )
        return Weights(
            about["game"],
            words,
            part("thing"),
            part("always"),
            part("first_bias"),
            SideWeights(part("cell_rows"), part("cell_maps")),
            SideWeights(part("action_rows"), part("action_maps")),
            tuple((part(f"layer_{number}"), part(f"layer_{number}_bias")) for number in range(about["layers"])),
            part("value"),
            part("value_bias"),
            about["steps"],
            _read_places(about, part) if about["format"] == WITH_PLACES else None,
        )


def _read_places(about: dict[str, Any], part: Callable[[str], Scaled]) -> PlaceWeights:
    def dense(name: str) -> Dense:
        return part(name), part(f"{name}_bias")

    return PlaceWeights(
        local=SideWeights(part("local_rows"), part("local_maps")),
        rounds=tuple(dense(f"round_{number}") for number in range(about["rounds"])),
        steps=about["place_steps"],
        **{name: dense(name) for name in LAYERS},
    )


def digest(data: bytes) -> str:
    """Return the hash of a file of weights."""
    return hashlib.sha256(data).hexdigest()


def read_weights(path: Path) -> Weights:
    """Return the weights in a file, or raise BadInput."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from error
    return from_bytes(data, str(path))
