"""The replay pages: the page, one step of it, the curve, the record, and the check of the shuffle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from warband.agents.hints import JUDGES
from warband.kernel.errors import BadInput
from warband.kernel.record import Record
from warband.kernel.seats import ALL, PUBLIC
from warband.lab.curve import Curve
from warband.scene.html import still
from warband.table.live.delay import held_from
from warband.table.pages.curve import HEIGHT, WIDTH, draw
from warband.table.pages.errors import NotThere
from warband.table.pages.home import lobby_of
from warband.table.pages.identity import asker_of
from warband.table.pages.playback import EYES, Playback, may_look, usual_eyes
from warband.table.pages.render import fill, render
from warband.table.pages.replay_cache import playback_for, replay_cache_of, unless_gone, verdict_for
from warband.table.pages.summaries import Summary

NOT_YET: Final = 202
# What is shown depends on who asks; nobody between us may keep it.
PRIVATE: Final = {"Cache-Control": "private, no-cache"}
LONGEST_NUMBER: Final = 6
# A page that asks for a curve is answered after so many seconds at the latest.
PATIENCE: Final = 3.0


@dataclass(frozen=True)
class Showing:
    """What a request asks for: a match, a step, a viewer, and the last step that viewer may see."""

    summary: Summary
    record: Record
    playback: Playback
    step: int
    last: int
    eyes: str

    @property
    def viewer(self) -> int:
        """Return whose view is shown."""
        return EYES[self.eyes]


async def find(request: Request) -> tuple[Summary, Record]:
    """Return the match that an address names, or raise NotThere."""
    lobby, table = lobby_of(request), str(request.path_params["table"])
    summary = await lobby.summary(table, await lobby.person(request))
    record = await lobby.record(table) if summary is not None else None
    if summary is None or record is None:
        raise NotThere(f"There is no match {table[:40]} here. Its link may be cut short, or it was played elsewhere.")
    return summary, record


async def showing(request: Request) -> Showing:
    """Return what a request wants to see, or raise if it may not."""
    summary, record = await find(request)
    playback = await playback_for(request, summary.id, record)
    eyes = request.query_params.get("eyes") or usual_eyes(playback.over, summary.seats)
    if eyes not in EYES:
        raise BadInput(f"eyes: {eyes!r} is not one of {', '.join(EYES)}")
    if not may_look(eyes, playback.over, summary.seats):
        raise BadInput("While a match goes on, everybody sees only what is public, and players their own side.")
    last = (
        playback.steps()
        if playback.over or summary.seats
        else playback.steps_before(held_from(record.entries, summary.delay))
    )
    return Showing(summary, record, playback, _step(request.query_params.get("step"), last, playback.over), last, eyes)


def _step(text: str | None, last: int, over: bool) -> int:
    """Return the step asked for, at most the last; a finished match opens at its beginning, another where it stands."""
    if text is None:
        return 0 if over else last
    if not text.isdecimal() or len(text) > LONGEST_NUMBER:
        raise BadInput(f"step: {text!r} is not a whole number")
    return min(int(text), last)


async def stage(shown: Showing) -> Markup:
    """Return one step as HTML, drawn off the event loop."""
    return await run_in_threadpool(_draw, shown)


def _draw(shown: Showing) -> Markup:
    return Markup(str(still(shown.playback.scene(shown.step, shown.viewer))))


async def page(request: Request) -> Response:
    """Show a match again."""
    shown = await showing(request)
    story = await run_in_threadpool(shown.playback.story, shown.viewer)
    lines = [(step, text) for step, text in story if step <= shown.last]
    return render(
        request,
        "replay.html",
        shown=shown,
        summary=shown.summary,
        stage=await stage(shown),
        told=lines,
        eyes=[(value, words) for value, words in _eye_words(shown) if _allowed(shown, value)],
        curve=_curve_html(request, shown),
    )


def _eye_words(shown: Showing) -> list[tuple[str, str]]:
    first, second = shown.summary.players
    return [
        ("0", f"{first}'s eyes"),
        ("1", f"{second}'s eyes"),
        ("public", "What everybody saw"),
        ("all", "Everything"),
    ]


def _allowed(shown: Showing, eyes: str) -> bool:
    return may_look(eyes, shown.playback.over, shown.summary.seats)


async def frame(request: Request) -> Response:
    """Send one step, for the script that plays them one after the other."""
    return HTMLResponse(await stage(await showing(request)), headers=PRIVATE)


# ---- the curve ----


async def curve(request: Request) -> Response:
    """Send the curve of a finished match, or say that it is not ready yet."""
    shown = await showing(request)
    if not shown.playback.over:
        raise BadInput("The odds of a match are shown once it is over.")
    curves = replay_cache_of(request).curves
    await unless_gone(request, curves.within(shown.summary.id, shown.record, PATIENCE, asker_of(request)))
    html = _curve_html(request, shown)
    return HTMLResponse(html or "", 200 if html else NOT_YET, PRIVATE)


def _curve_html(request: Request, shown: Showing) -> Markup | None:
    if not shown.playback.over:
        return None
    curve = replay_cache_of(request).curves.get(shown.summary.id, shown.record, asker_of(request))
    if curve is None:
        return None
    return curve_html(request, curve, shown.summary, shown.playback.steps(), shown.step, shown.eyes)


def curve_html(
    request: Request, curve: Curve, summary: Summary, steps: int, step: int, eyes: str, base: str = ""
) -> Markup:
    """Return the curve of a finished match with where it turned, for its replay or for another page."""
    values = {"drawing": draw(curve, steps), "width": WIDTH, "height": HEIGHT, "turns": curve.turns}
    values |= {"summary": summary, "steps": steps, "step": step, "eyes": eyes, "base": base}
    return Markup(fill(request, "curve.html", **values, judge=JUDGES[curve.judge]))


# ---- the record ----


async def download(request: Request) -> Response:
    """Send the record: whole once the match is over, before that as whoever asks may know it."""
    summary, record = await find(request)
    if record.result is None:
        held = None if summary.seats else held_from(record.entries, summary.delay)
        record = record.redact(summary.seats[0] if len(summary.seats) == 1 else PUBLIC)
        record.entries = [entry for entry in record.entries if held is None or entry.ply < held]
    name = f"{record.game}-{summary.id}.json"
    headers = PRIVATE | {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(record.redact(ALL).to_json(), media_type="application/json", headers=headers)


async def check(request: Request) -> Response:
    """Run the same check as `warband record verify` and show what it finds."""
    summary, record = await find(request)
    if record.result is None:
        wrong = "The match goes on; its secret is shown, and can be checked, once it is over."
    else:
        wrong = await verdict_for(request, summary.id, record)
    file = f"{record.game}-{summary.id}.json"
    return render(request, "verify.html", summary=summary, record=record, wrong=wrong, file=file)
