"""Let scenes show themselves as a table in a notebook; importing this module is enough."""

from __future__ import annotations

from warband.kernel.scene import Scene
from warband.scene.html import render


def scene_html(scene: Scene) -> str:
    """Return a scene as the HTML a notebook displays."""
    return render(scene)


# Hooked in from outside, so that the kernel knows nothing of HTML.
setattr(Scene, "_repr_html_", scene_html)  # noqa: B010
