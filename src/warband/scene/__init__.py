"""Draw a scene: as HTML for a page or a notebook, as text for a terminal, as sentences for a screen reader."""
