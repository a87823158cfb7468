"""Home, the form of a new match, names, and the rulebook."""

from __future__ import annotations

import secrets
import time
from typing import Final
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from warband.agents.levels import has_mind
from warband.kernel.errors import BadInput
from warband.table.live.clock import NOT_YET
from warband.table.live.match_order import BOT, FAR, MODES, SCREEN, WATCH, Order
from warband.table.pages import forms
from warband.table.pages.about import About, about, all_games
from warband.table.pages.errors import TOO_MANY, NotThere, TooMany
from warband.table.pages.limits import address_of
from warband.table.pages.lobby import Lobby
from warband.table.pages.render import render
from warband.table.pages.rulebook import rulebook

SEE_OTHER: Final = 303
BAD_REQUEST: Final = 400
MOST_FORM_BYTES: Final = 20_000
LONGEST_SEARCH: Final = 80
MOST_SHOWN: Final = 3
# Each form carries a token, so that it begins one match however often its button is pressed.
ONCE_BYTES: Final = 9
LONGEST_ONCE: Final = 40
MOST_RECENT: Final = 8
MODE_WORDS: Final = (
    (BOT, "A bot", "at one of eight levels"),
    (SCREEN, "Someone beside you", "two at one screen, hands hidden by a curtain"),
    (FAR, "Someone far away", "you get a link to send"),
    (WATCH, "Watch two bots", "they play, you look on"),
)


def lobby_of(request: Request) -> Lobby:
    """Return the lobby of the server that answers this request."""
    lobby: Lobby = request.app.state.lobby
    return lobby


async def read_form(request: Request) -> dict[str, str]:
    """Return the fields of a posted form, or raise BadInput if it is none."""
    body = await request.body()
    if len(body) > MOST_FORM_BYTES:
        raise BadInput("The form is too long.")
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=200)
    except ValueError:
        raise BadInput("The form could not be read; go back and send it again.") from None
    return dict(pairs)


def game_of(request: Request) -> About:
    """Return the game that the address names, or raise NotThere."""
    try:
        return about(str(request.path_params["game"]))
    except BadInput as error:
        raise NotThere(f"There is no such game here: {error}.") from None


# ---- home ----


async def home(request: Request) -> Response:
    """Show the games, the tables to go on with, and matches to replay."""
    lobby = lobby_of(request)
    person = await lobby.person(request)
    mine, recent = await lobby.my_tables(person), await lobby.recent(person)
    last = await lobby.last_orders(person)
    return render(
        request,
        "home.html",
        games=all_games(),
        plays={game.game: _play(game, last, lobby.guests()) for game in all_games()},
        person=person,
        mine=mine,
        recent=recent[:MOST_RECENT],
        most=MOST_SHOWN,
        kept="kept" in request.query_params,
        now=time.time(),
    )


def _play(game: About, last: dict[str, Order], guests: forms.Guests) -> dict[str, object]:
    """Return what one click on a game begins: what the person chose last, or a match against the usual bot."""
    order = last.get(game.game) or forms.read_order({"game": game.game})
    given = forms.filled_in(order, guests)
    token = secrets.token_urlsafe(ONCE_BYTES)
    return {
        "given": {**given, "once": token},
        "against": forms.against(order, guests),
        "form": f"/new?{urlencode(given)}",
    }


async def rename(request: Request) -> Response:
    """Give the person another name and go home, where it is said that it is kept."""
    lobby = lobby_of(request)
    name = forms.clean_name((await read_form(request)).get("name", ""))
    if not name:
        raise BadInput("A name needs at least one letter.")
    await lobby.rename(await lobby.person(request), name)
    return RedirectResponse("/?kept=1#name", SEE_OTHER)


# ---- a new match ----


async def new(request: Request) -> Response:
    """Show the form of a new match, filled in as the link says."""
    given = dict(request.query_params)
    return await _form_page(request, given, "")


async def begin(request: Request) -> Response:
    """Begin the match that the form asks for and go to its table, or show the form with what is wrong."""
    given = await read_form(request)
    lobby = lobby_of(request)
    try:
        order = forms.read_order(given, lobby.guests())
        person, once = await lobby.person(request), given.get("once", "")[:LONGEST_ONCE]
        table = await lobby.open_table(person, order, once, address_of(request))
    except BadInput as error:
        return await _form_page(request, given, str(error), TOO_MANY if isinstance(error, TooMany) else BAD_REQUEST)
    return RedirectResponse(f"/table/{table}/invite" if order.mode == FAR else f"/table/{table}", SEE_OTHER)


async def _form_page(request: Request, given: dict[str, str], wrong: str, status: int = BAD_REQUEST) -> Response:
    try:
        game = about(given.get("game", ""))
    except BadInput as error:
        raise NotThere(f"There is no such game here: {error}.") from None
    guests = lobby_of(request).guests()
    try:
        rivals = forms.rivals(game.game, given.get("level", ""), guests)
    except BadInput as error:
        rivals, wrong = forms.rivals(game.game, "", guests), wrong or str(error)
        given = {name: value for name, value in given.items() if name != "level"}
    shown, rest = forms.fields(game.game, given)
    return render(
        request,
        "new.html",
        status if wrong else 200,
        game=game,
        wrong=wrong,
        given=given,
        mode=given.get("mode") if given.get("mode") in MODES else BOT,
        modes=MODE_WORDS,
        rivals=rivals,
        trained=has_mind(game.game),
        usual=forms.usual("level", game.game),
        strong=forms.usual("level2", game.game),
        shown=shown,
        rest=rest,
        minutes=forms.MINUTES,
        added=forms.ADDED,
        person=await lobby_of(request).person(request),
        once=secrets.token_urlsafe(ONCE_BYTES),
        clock_starts=NOT_YET,
    )


# ---- the rulebook ----


async def rules_index(request: Request) -> Response:
    """Show which rulebooks there are."""
    return render(request, "rules_index.html", games=all_games())


async def rules(request: Request) -> Response:
    """Show the rulebook of a game in an edition, narrowed to a search."""
    game = game_of(request)
    asked = request.query_params.get("q", "")[:LONGEST_SEARCH]
    try:
        book = rulebook(game.game, request.query_params.get("edition", ""))
    except BadInput as error:
        raise NotThere(str(error)) from None
    return render(request, "rules.html", game=game, book=book, asked=asked, sections=book.search(asked))
