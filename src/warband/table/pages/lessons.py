"""The lesson pages: which there are, the guided match itself, and what comes after it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from warband.kernel.errors import BadInput
from warband.table.learn.lesson import lesson_games
from warband.table.learn.lessons import enrol
from warband.table.live.games import game_with
from warband.table.pages.about import all_games
from warband.table.pages.errors import NotThere
from warband.table.pages.home import game_of
from warband.table.pages.render import render


async def index(request: Request) -> Response:
    """Show which games can be learned."""
    known = lesson_games()
    games = [game for game in all_games() if game.game in known]
    return render(request, "learn.html", games=games)


async def lesson(request: Request) -> Response:
    """Show the guided match of a game, at the same table as every other match."""
    game = game_of(request)
    try:
        token = enrol(game.game)
    except BadInput as error:
        raise NotThere(str(error)) from None
    return render(
        request,
        "table.html",
        table_id=f"learn-{game.game}",
        game=game.game,
        title=f"Learn {game.title}",
        mode="learn",
        rules_url=f"/rules/{game.game}",
        glossary=game_with(game.game, {}).glossary(),
        socket_url=f"/learn/{game.game}/socket?course={token}",
        plays=False,
        watch="",
        invite_url="",
    )


async def done(request: Request) -> Response:
    """Show what to do after a lesson."""
    game = game_of(request)
    if game.game not in lesson_games():
        raise NotThere(f"There is no lesson of {game.title}.")
    others = [other for other in all_games() if other.game in lesson_games() and other.game != game.game]
    return render(request, "learned.html", game=game, others=others)
