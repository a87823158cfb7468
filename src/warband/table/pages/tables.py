"""The pages round a table: the invitation, who can reach it, the end of a match, and a rematch."""

from __future__ import annotations

from typing import Final

import segno
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from warband.agents.hints import usual_judge
from warband.agents.levels import MIND
from warband.kernel.record import Record
from warband.table.live.ending import deciding_blow, verdict
from warband.table.live.match_order import Person
from warband.table.network import Sharing
from warband.table.pages.errors import NotThere
from warband.table.pages.forms import clean_name, clock_line, other_options
from warband.table.pages.home import SEE_OTHER, lobby_of, read_form
from warband.table.pages.identity import asker_of
from warband.table.pages.limits import address_of
from warband.table.pages.render import render
from warband.table.pages.replay import curve_html, find
from warband.table.pages.replay_cache import playback_for, replay_cache_of, unless_gone
from warband.table.pages.statistics import story
from warband.table.pages.summaries import Summary

# The end page waits so long for the curve of a match that a mind judges.
CURVE_SECONDS: Final = 1.5


def qr_code(address: str) -> Markup:
    """Return an address as a QR code that a phone can read, as inline SVG."""
    return Markup(segno.make(address, error="m").svg_inline(border=2, omitsize=True, dark="#1d1820", light="#fffaf0"))


async def invite(request: Request) -> Response:
    """Show the host the link for the guest, and who can reach it."""
    lobby, table = lobby_of(request), str(request.path_params["table"])
    person = await lobby.person(request)
    summary, sent = await lobby.summary(table, person), await lobby.invite(table, person)
    if summary is None or sent is None:
        raise NotThere("There is no invitation to show here: only whoever began a match can send its invitation.")
    sharing = lobby.sharing()
    link = _address(sharing) + sent.path
    return render(request, "invite.html", summary=summary, invite=sent, sharing=sharing, link=link, qr=qr_code(link))


def _address(sharing: Sharing) -> str:
    return sharing.network if sharing.shared and sharing.network else sharing.address


async def share(request: Request) -> Response:
    """Open the server to this network, and show the invitation again."""
    lobby, table = lobby_of(request), str(request.path_params["table"])
    if await lobby.invite(table, await lobby.person(request)) is None:
        raise NotThere("Only whoever began a match can let others in.")
    await lobby.share()
    return RedirectResponse(f"/table/{table}/invite", SEE_OTHER)


async def invited(request: Request) -> Response:
    """Show a guest who invites, and a button that takes the seat; once it is taken, lead to the table."""
    lobby, token = lobby_of(request), str(request.path_params["token"])
    person = await lobby.person(request)
    invited_to = await lobby.invited(token, person)
    if invited_to is None:
        raise NotThere("There is no such invitation. The link may be cut off; ask whoever sent it for another.")
    if not invited_to.is_open:
        return RedirectResponse(f"/table/{invited_to.summary.id}", SEE_OTHER)
    order = invited_to.order
    return render(
        request,
        "join.html",
        summary=invited_to.summary,
        host=invited_to.host,
        clock=clock_line(order.clock),
        options=other_options(order.game, order.options),
        hints=order.hints,
        token=token,
        person=person,
    )


async def join(request: Request) -> Response:
    """Seat the guest and go to the table."""
    lobby = lobby_of(request)
    person = await lobby.person(request)
    name = clean_name((await read_form(request)).get("name", ""))
    if name and name != person.name:
        await lobby.rename(person, name)
        person = Person(person.id, name)
    table = await lobby.join(str(request.path_params["token"]), person)
    return RedirectResponse(f"/table/{table}", SEE_OTHER)


async def end(request: Request) -> Response:
    """Show how a match ended and its story in numbers."""
    summary, record = await find(request)
    if record.result is None:
        return RedirectResponse(f"/table/{summary.id}", SEE_OTHER)
    playback = await playback_for(request, summary.id, record)
    return render(
        request,
        "end.html",
        summary=summary,
        rows=story(record, playback.event_log),
        title=verdict(summary.winner, summary.seats, summary.players),
        blow=deciding_blow(playback.game, [event for _, event in playback.event_log], list(summary.players)),
        took=_took(summary.seconds),
        again=await lobby_of(request).again(summary.id),
        curve=await _curve(request, summary, record, playback.steps()),
    )


async def _curve(request: Request, summary: Summary, record: Record, steps: int) -> Markup | None:
    """Return the curve of a finished match; a mind's is waited for, a search's is there later."""
    curves, asker = replay_cache_of(request).curves, asker_of(request)
    seconds = CURVE_SECONDS if usual_judge(record.game) == MIND else 0.0
    curve = await unless_gone(request, curves.within(summary.id, record, seconds, asker))
    return curve_html(request, curve, summary, steps, steps, "all", f"/replay/{summary.id}") if curve else None


def _took(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes} {'minute' if minutes == 1 else 'minutes'}" if minutes else "under a minute"


async def rematch(request: Request) -> Response:
    """Begin the same match again and go to its table."""
    lobby, table = lobby_of(request), str(request.path_params["table"])
    again = await lobby.rematch(table, await lobby.person(request), address_of(request))
    return RedirectResponse(f"/table/{again}", SEE_OTHER)
