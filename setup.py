"""Build Warband; compile the kernel and the rules with mypyc where there is a C compiler."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from setuptools import Extension, setup

# One group, so that calls between these modules are direct.
COMPILED = [
    "kernel/seats.py",
    "kernel/chance.py",
    "kernel/errors.py",
    "kernel/events.py",
    "kernel/reasons.py",
    "kernel/encoding.py",
    "kernel/game.py",
    "kernel/random_play.py",
    "games/heros_crossing/rules.py",
    "games/heros_crossing/reasons.py",
    "games/heros_crossing/board.py",
    "games/heros_crossing/activation.py",
    "games/heros_crossing/drawing.py",
    "games/heros_crossing/setup.py",
    "games/heros_crossing/hire.py",
    "games/heros_crossing/flank.py",
    "games/heros_crossing/attack.py",
    "games/heros_crossing/turn.py",
    "games/heros_crossing/notation.py",
    "games/heros_crossing/refusal.py",
    "games/heros_crossing/view.py",
    "games/heros_crossing/redeal.py",
    "games/heros_crossing/state.py",
    "games/pixel_tactics/rules.py",
    "games/pixel_tactics/codes.py",
    "games/pixel_tactics/reasons.py",
    "games/pixel_tactics/side.py",
    "games/pixel_tactics/board.py",
    "games/pixel_tactics/frames.py",
    "games/pixel_tactics/traits.py",
    "games/pixel_tactics/reach.py",
    "games/pixel_tactics/reactions.py",
    "games/pixel_tactics/damage.py",
    "games/pixel_tactics/attack.py",
    "games/pixel_tactics/queries.py",
    "games/pixel_tactics/choosing.py",
    "games/pixel_tactics/places.py",
    "games/pixel_tactics/effects.py",
    "games/pixel_tactics/zones.py",
    "games/pixel_tactics/recruiting.py",
    "games/pixel_tactics/taking.py",
    "games/pixel_tactics/orders.py",
    "games/pixel_tactics/card_ops.py",
    "games/pixel_tactics/program.py",
    "games/pixel_tactics/acts.py",
    "games/pixel_tactics/offers.py",
    "games/pixel_tactics/turn.py",
    "games/pixel_tactics/flow.py",
    "games/pixel_tactics/setup.py",
    "games/pixel_tactics/machine.py",
    "games/pixel_tactics/notation.py",
    "games/pixel_tactics/refusal.py",
    "games/pixel_tactics/view.py",
    "games/pixel_tactics/redeal.py",
    "games/pixel_tactics/state.py",
    "games/pixel_tactics/evaluation.py",
    "games/pixel_tactics/encoding.py",
    "games/pocket_tactics/hexes.py",
    "games/pocket_tactics/land.py",
    "games/pocket_tactics/rules.py",
    "games/pocket_tactics/reasons.py",
    "games/pocket_tactics/board.py",
    "games/pocket_tactics/dice.py",
    "games/pocket_tactics/setup.py",
    "games/pocket_tactics/movement.py",
    "games/pocket_tactics/summon.py",
    "games/pocket_tactics/combat.py",
    "games/pocket_tactics/rerolls.py",
    "games/pocket_tactics/assault.py",
    "games/pocket_tactics/turn.py",
    "games/pocket_tactics/notation.py",
    "games/pocket_tactics/refusal.py",
    "games/pocket_tactics/view.py",
    "games/pocket_tactics/state.py",
    "games/pocket_tactics/evaluation.py",
    "games/heros_crossing/evaluation.py",
    "games/heros_crossing/encoding.py",
    "games/pocket_tactics/encoding.py",
    "agents/bot.py",
    "agents/playing.py",
    "agents/greedy.py",
    "agents/search.py",
    "research/lanes.py",
    # What draws a table: most of what a server does.
    "kernel/plain.py",
    "kernel/words.py",
    "kernel/scene.py",
    "scene/words.py",
    "scene/markup.py",
    "scene/drawn.py",
    "scene/delta.py",
    "scene/reading.py",
    "scene/hexes.py",
    "scene/html_odds.py",
    "scene/html_pieces.py",
    "scene/html_hex.py",
    "scene/html_containers.py",
    "scene/html_about.py",
    "scene/spoken.py",
    "games/heros_crossing/pieces.py",
    "games/heros_crossing/position.py",
    "games/heros_crossing/scene.py",
    "games/pixel_tactics/labels.py",
    "games/pixel_tactics/stage.py",
    "games/pixel_tactics/asking.py",
    "games/pixel_tactics/belongings.py",
    "games/pixel_tactics/marking.py",
    "games/pixel_tactics/pieces.py",
    "games/pixel_tactics/position.py",
    "games/pixel_tactics/scene.py",
    "games/pocket_tactics/odds.py",
    "games/pocket_tactics/pieces.py",
    "games/pocket_tactics/position.py",
    "games/pocket_tactics/scene.py",
]


def has_compiler() -> bool:
    """Tell whether a C extension for this Python can be built here."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    include = sysconfig.get_path("include")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.c"
        source.write_text("#include <Python.h>\nint main(void) { return 0; }\n")
        command = [*compiler, f"-I{include}", "-c", str(source), "-o", str(source.with_suffix(".o"))]
        try:
            return subprocess.run(command, capture_output=True, check=False).returncode == 0
        except OSError:
            return False


def extensions() -> list[Extension]:
    """Return the compiled modules, or none: without a compiler, for an editable install, or when told so."""
    if os.environ.get("WARBAND_COMPILE") == "0" or "editable_wheel" in sys.argv:
        return []
    if not has_compiler():
        print("warband: no C compiler with Python headers found; installing the plain engine")
        return []
    from mypyc.build import mypycify

    paths = [str(Path("src/warband") / path) for path in COMPILED]
    found: list[Extension] = []
    found.extend(mypycify(["--strict", *paths], opt_level="3", group_name="warband"))  # type: ignore[arg-type,unused-ignore]
    return found


setup(ext_modules=extensions())
