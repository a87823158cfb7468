"""The card gallery: every card and unit of a game with its picture and all it can do; and how a game is played."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from warband.kernel.scene import Piece
from warband.table.learn.lesson import lesson_games
from warband.table.live.games import game_with
from warband.table.pages.about import About, all_games
from warband.table.pages.errors import NotThere
from warband.table.pages.home import LONGEST_SEARCH, game_of
from warband.table.pages.how_to import how_to
from warband.table.pages.render import render

FOUND: Final = 302


# ---- the gallery ----


def with_cards() -> list[About]:
    """Return the games that have cards to show."""
    return [game for game in all_games() if game_with(game.game, {}).gallery()]


async def index(request: Request) -> Response:
    """Lead to the cards of the first game that has any."""
    games = with_cards()
    if not games:
        raise NotThere("No game here has cards to show.")
    return RedirectResponse(f"/cards/{games[0].game}", FOUND)


async def cards(request: Request) -> Response:
    """Show the cards of a game, narrowed to a search."""
    game = game_of(request)
    asked = request.query_params.get("q", "")[:LONGEST_SEARCH]
    pieces = [piece for piece in game_with(game.game, {}).gallery() if is_found(piece, asked)]
    return render(request, "gallery.html", game=game, games=with_cards(), pieces=pieces, asked=asked)


def is_found(piece: Piece, asked: str) -> bool:
    """Return whether a card holds every word of a search, in its name, its figures or what it can do."""
    said = [piece.name, piece.note, *piece.badges, *(number.label for number in piece.numbers)]
    text = " ".join([*said, *(part for detail in piece.details for part in detail)]).lower()
    return all(word in text for word in asked.lower().split())


# ---- how to play ----


async def how_to_play(request: Request) -> Response:
    """Show how a game is played, before its clauses."""
    game = game_of(request)
    chapters = how_to(game.game)
    if not chapters:
        raise NotThere(f"Nobody has written down how {game.title} is played; its rules are at /rules/{game.game}.")
    glossary = {term: text for term, text in game_with(game.game, {}).glossary().items() if ":" in text}
    lesson = game.game in lesson_games()
    return render(request, "how_to.html", game=game, chapters=chapters, glossary=glossary, teaches=lesson)
