"""Build the parts of toy scenes: sentences, figures, pieces, and a scene of one container."""

from __future__ import annotations

from warband.kernel.scene import CARD, CUBE, DIE, UNIT, Container, Number, Part, Piece, Scene, Sentence


def says(text: str) -> Sentence:
    """Return a sentence of one part."""
    return Sentence([Part(text)])


def symbols(**counts: int) -> list[Number]:
    """Return figures with the soldiers' sprites as icons."""
    return [
        Number(kind, count, icon="draw_power" if kind == "draw" else f"soldier_{kind}")
        for kind, count in counts.items()
    ]


def hero(handle: str, sprite: str, side: int, marks: list[str] | None = None, **counts: int) -> Piece:
    """Return a hero card with its symbols."""
    name = sprite.replace("_", " ").capitalize()
    details = [("Level", "1"), ("Recruits", " and ".join(f"{count} {kind}" for kind, count in counts.items()))]
    return Piece(
        handle, CARD, name, side, sprite, note="Level 1", numbers=symbols(**counts), marks=marks or [], details=details
    )


def soldiers(front: str, side: int, marks: list[str] | None = None, **counts: int) -> list[Piece]:
    """Return one cube piece per kind of soldier."""
    return [
        Piece(f"{front}.{kind}", CUBE, kind, side, f"soldier_{kind}", count=count, marks=marks or [])
        for kind, count in counts.items()
    ]


def unit(handle: str, sprite: str, side: int, at: tuple[int, int], marks: list[str], life: int = 0) -> Piece:
    """Return a unit on the map, with or without a life."""
    numbers = [Number("life", life, 3, "heart")] if life else []
    return Piece(handle, UNIT, sprite.replace("_", " ").capitalize(), side, sprite, "", numbers, marks=marks, at=at)


def dice(handle: str, side: int, icon: str, values: list[int], marks: dict[int, list[str]]) -> list[Piece]:
    """Return dice; `marks` says which of them are cancelled, or may be rolled again."""
    return [
        Piece(f"{handle}{at}", DIE, "Die", side, numbers=[Number("value", value, icon=icon)], marks=marks.get(at, []))
        for at, value in enumerate(values)
    ]


def fighter(handle: str, sprite: str, side: int, at: tuple[int, int] | None, marks: list[str], note: str) -> Piece:
    """Return a hero with attack and life."""
    numbers = [Number("attack", 3, icon="sword"), Number("life", 4, 7, "heart")]
    details = [("Vanguard", "Strikes back for 2."), ("Flank", "Attacks at range."), ("Rear", "Heals 1 < 2 & more.")]
    name = sprite.replace("_", " ").title()
    return Piece(handle, CARD, name, side, sprite, note, numbers, marks=marks, at=at, details=details)


def alone(container: Container) -> Scene:
    """Return a scene that holds one container."""
    container.area = "only"
    return Scene("toy", f"A {container.kind}", 0, layout=[["only"]], containers=[container], prompt=says("Choose."))
