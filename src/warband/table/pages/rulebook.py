"""The clauses of a game as a rulebook: in sections, by edition, narrowed to a search."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Final

from warband.kernel import registry
from warband.kernel.clauses import Clause
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.packaged_game import PackagedGame
from warband.table.pages.about import about

EDITION: Final = "edition"
PRINTING: Final = "printing"
SOURCES: Final = {"stated": "the rulebook says so", "ruling": "our ruling", "derived": "follows from other clauses"}
OTHERS: Final = "More"
REFERENCE: Final = re.compile(r"\b[A-Z]{2,6}-\d{1,2}\b")
HEADING: Final = re.compile(r"^# --- (.+?) -+$")
TABLE: Final = re.compile(r'^\["?([^\]"]+)"?\]$')


@dataclass(frozen=True)
class Span:
    """A run of a clause's text: plain, the chosen edition's name, or a reference to another clause."""

    text: str
    kind: str = ""


@dataclass(frozen=True)
class Line:
    """One clause as the page shows it: its anchor, its text in runs, where it comes from."""

    anchor: str
    title: str
    spans: tuple[Span, ...]
    source: str
    by_edition: bool

    def plain(self) -> str:
        """Return everything a search looks at."""
        return f"{self.anchor} {self.title} {''.join(span.text for span in self.spans)}".lower()


@dataclass(frozen=True)
class Section:
    """The clauses under one heading."""

    title: str
    anchor: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Rulebook:
    """The rules of a game in one edition; `plays` is what the edition's options are set to."""

    game: str
    title: str
    edition: str
    editions: tuple[str, ...]
    plays: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]

    def search(self, asked: str) -> tuple[Section, ...]:
        """Return the sections with the clauses that hold every word of a search; all of them for an empty one."""
        words = asked.lower().split()
        sections = [
            Section(
                section.title,
                section.anchor,
                tuple(line for line in section.lines if all(word in line.plain() for word in words)),
            )
            for section in self.sections
        ]
        return tuple(section for section in sections if section.lines)


@lru_cache(maxsize=16)
def rulebook(name: str, edition: str = "") -> Rulebook:
    """Return the rulebook of a game in an edition, its usual one unless told, or raise BadInput."""
    known = editions(name)
    usual = _usual_edition(name)
    chosen = edition or usual
    if edition and edition not in known:
        raise BadInput(f"{about(name).title} has no edition {edition!r}; its editions are {', '.join(known) or 'one'}.")
    game = registry.make_game(name, {EDITION: chosen} if chosen else {})
    clauses = _clauses(game)
    return Rulebook(name, game.title, chosen, known, _plays(game, chosen), _sections(game, clauses, chosen))


def editions(name: str) -> tuple[str, ...]:
    """Return the editions of a game, none if it has but one."""
    return next((option.choices for option in registry.entry(name).options if option.name == EDITION), ())


def _usual_edition(name: str) -> str:
    return next((str(option.default) for option in registry.entry(name).options if option.name == EDITION), "")


def _clauses(game: Game) -> dict[str, Clause]:
    """Return the clauses of a game by their short ids, those of another printing left out."""
    clauses = game.clauses if isinstance(game, PackagedGame) else {}
    short = {full.partition(":")[2]: clause for full, clause in clauses.items()}
    return {name: clause for name, clause in short.items() if _is_played(name, short, game)}


def _is_played(name: str, known: dict[str, Clause], game: Game) -> bool:
    """Return whether a clause holds in the printing that is played: its own, or the first if nothing was reprinted."""
    place, _, printing = name.rpartition("/")
    played = game.options.get(PRINTING)
    if played is None or printing not in ("first", "second") or printing == played:
        return True
    return printing == "first" and f"{place}/{played}" not in known


def _plays(game: Game, edition: str) -> tuple[tuple[str, str], ...]:
    """Return what an edition sets the options of a game to, in words; nothing where there is one edition."""
    if not edition:
        return ()
    said = about(game.name)
    flags = [option.name for option in registry.entry(game.name).options if option.default == EDITION]
    return tuple((said.option_name(name), said.choice_words(name, str(game.options[name]))) for name in flags)


# ---- sections ----


def _sections(game: Game, clauses: dict[str, Clause], edition: str) -> tuple[Section, ...]:
    grouped: dict[str, list[Line]] = {}
    headings = _headings(registry.entry(game.name).package) if clauses else {}
    for name, clause in clauses.items():
        grouped.setdefault(headings.get(name) or _kind(name), []).append(_line(name, clause, edition))
    return tuple(Section(title, _anchor(title), tuple(lines)) for title, lines in grouped.items())


@lru_cache(maxsize=8)
def _headings(package: str) -> dict[str, str]:
    """Return the heading of clauses.toml under which each clause stands."""
    headings: dict[str, str] = {}
    heading = OTHERS
    for line in (resources.files(package) / "clauses.toml").read_text(encoding="utf-8").splitlines():
        if title := HEADING.match(line):
            heading = title.group(1)
        elif table := TABLE.match(line):
            headings[table.group(1)] = heading
    return headings


def _kind(name: str) -> str:
    """Return the heading of a clause that no heading covers: the first word of its id, such as `card`."""
    first, slash, _ = name.partition("/")
    return f"{first.capitalize()}s" if slash else OTHERS


def _anchor(title: str) -> str:
    return "section-" + re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def _line(name: str, clause: Clause, edition: str) -> Line:
    spans = tuple(_spans(clause.text, edition if clause.editions else ""))
    return Line(name, clause.title, spans, SOURCES[clause.source], bool(clause.editions))


def _spans(text: str, edition: str) -> list[Span]:
    """Return a text in runs, with references and the chosen edition's name marked."""
    wanted = rf"({REFERENCE.pattern}|\b{re.escape(edition)}\b)" if edition else rf"({REFERENCE.pattern})"
    spans: list[Span] = []
    for piece in re.split(wanted, text, flags=re.IGNORECASE if edition else 0):
        if piece:
            spans.append(Span(piece, _span_kind(piece, edition)))
    return spans


def _span_kind(piece: str, edition: str) -> str:
    if edition and piece.lower() == edition.lower():
        return "edition"
    return "clause" if REFERENCE.fullmatch(piece) else ""
