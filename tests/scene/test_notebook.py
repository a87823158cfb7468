"""Check that a scene shows itself in a notebook."""

from __future__ import annotations

from warband.kernel.scene import Scene
from warband.scene import notebook


def test_a_scene_shows_itself_as_html() -> None:
    scene = Scene("toy", "Toy <b>", 0)
    shown = getattr(scene, "_repr_html_")()  # noqa: B009
    assert shown == notebook.scene_html(scene)
    assert "Toy &lt;b&gt;" in shown
