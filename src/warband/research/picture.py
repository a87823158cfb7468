"""Draw the table as an array of pixels, from the text that a terminal shows."""

from __future__ import annotations

from typing import Final

from warband.extras import extra

with extra("research"):
    import numpy as np
    from numpy.typing import NDArray

# Every picture has the same size, as those who make films of them expect: 100 columns and 80 lines of small print.
WIDTH: Final = 800
HEIGHT: Final = 1120
DOTS_PER_INCH: Final = 100
PRINT: Final = 9.0
MARGIN: Final = 0.01

Picture = NDArray[np.uint8]


def picture_of(text: str) -> Picture:
    """Return a text as a picture (height, width, 3), black on white; what does not fit is cut off."""
    with extra("lab"):
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

    figure = Figure((WIDTH / DOTS_PER_INCH, HEIGHT / DOTS_PER_INCH), DOTS_PER_INCH)
    canvas = FigureCanvasAgg(figure)
    figure.text(MARGIN, 1 - MARGIN, text, family="monospace", fontsize=PRINT, verticalalignment="top", parse_math=False)
    canvas.draw()  # type: ignore[no-untyped-call]
    return np.asarray(canvas.buffer_rgba())[:, :, :3].copy()  # type: ignore[no-untyped-call]
