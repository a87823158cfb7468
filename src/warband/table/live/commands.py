"""What the messages of a guest do: one function for each kind, and the rules they share."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from warband.agents.hints import JUDGES, Hint, usual_judge
from warband.kernel.errors import BadInput
from warband.kernel.reasons import IllegalAction
from warband.kernel.seats import PUBLIC, Seat
from warband.table.live import drawing, messages
from warband.table.live.bots import give_to_bot, substitute
from warband.table.live.fair_queue import Asker
from warband.table.live.feed import SCREEN
from warband.table.live.guest import Guest
from warband.table.live.messages import Message, answer, reason_data, rejected
from warband.table.live.presence import replaceable
from warband.table.live.recording import Recording
from warband.table.live.saved import Occupant, SavedAnswer
from warband.table.live.table import Table, TableLost

logger = logging.getLogger("warband.table")

WATCHING: Final = "You are watching; only the two players act."
CURTAIN: Final = "The curtain is down; open it first."
OVER: Final = "The match is over."
TIME_UP: Final = "Your time is up."
NO_BOT_DRAW: Final = "A bot plays on; it takes no draw."
NOT_WRITTEN: Final = "The server could not write that down; try again in a moment."
FAULT: Final = "The server met a fault of its own; reload the page."
TOO_FAST: Final = "Your address changes matches faster than this server allows; wait a moment and try again."
TOO_LONG: Final = "So much was done and taken back in this match that only its actions count from here on."
HINTS: Final = 3
NO_HINTS: Final = "There are no hints in this match: against a person both agree to them when it is begun."
HINT_COMES: Final = "A hint is on its way; wait for it."

Command = Callable[[Guest, Message, Seat], Awaitable[None]]


async def receive(guest: Guest, message: Message) -> None:
    """Answer a message of a guest; the search for a hint goes on beside the next messages."""
    if message.table != guest.table.id:
        guest.say(rejected(message.id, f"This socket belongs to table {guest.table.id}."))
    elif guest.registry.tables.get(guest.table.id) is not guest.table:
        # It left memory while nobody looked; who comes back finds it again.
        guest.close()
    elif message.kind == messages.RESUME:
        guest.show(message.have)
    elif message.kind == messages.UNCURTAIN:
        uncurtain(guest, message)
    elif message.kind == messages.HINT:
        guest.registry.run(_try(guest, message))
    else:
        await _try(guest, message)


async def _try(guest: Guest, message: Message) -> None:
    """Answer a message whatever happens; a table that could not be written down is read again."""
    try:
        await _in_turn(guest, message)
    except TableLost:
        guest.say(rejected(message.id, NOT_WRITTEN))
        guest.registry.lose(guest.table)
    except Exception:
        logger.exception("table %s: a message of kind %s failed", guest.table.id, message.kind)
        guest.say(rejected(message.id, FAULT))


async def _in_turn(guest: Guest, message: Message) -> None:
    """Answer a message; one that changes something waits for its turn, and is applied once however often it comes."""
    if message.kind not in CHANGES:
        return await _answer(guest, message)
    async with guest.table.lock:
        earlier = guest.table.answered.get((guest.person, message.id))
        if earlier is not None:
            return guest.say(earlier)
        if not guest.may_change():
            return guest.say(rejected(message.id, TOO_FAST))
        return await _answer(guest, message)


async def _answer(guest: Guest, message: Message) -> None:
    try:
        seat = guest.seat
        if seat is None:
            raise BadInput(WATCHING if guest.viewer == PUBLIC else CURTAIN)
        await COMMANDS[message.kind](guest, message, seat)
    except IllegalAction as error:
        reason = reason_data(guest.table.match.game, error.reason)
        guest.say(answer(message.id, messages.REJECTED, reason))
    except BadInput as error:
        # A refusal changes nothing, so it is not remembered: the same message again is refused again.
        guest.say(rejected(message.id, str(error)))


def uncurtain(guest: Guest, message: Message) -> None:
    """Open the curtain of a shared screen."""
    if guest.viewer != SCREEN or not guest.table.screen.open():
        return guest.say(rejected(message.id, "There is no curtain to open."))
    guest.say(answer(message.id))
    return guest.table.show_moment(SCREEN)


# ---- what changes something ----


async def _change(
    guest: Guest,
    message: Message,
    seat: Seat,
    do: Callable[[Recording], None],
    deed: str,
    seats: list[Occupant] | None = None,
) -> None:
    accepted = answer(message.id)
    saved = SavedAnswer(guest.person, message.id, accepted)
    await guest.table.change(deed, seat, do, lambda: guest.say(accepted), saved, seats)


def _is_stale(guest: Guest, message: Message) -> bool:
    """Return whether a message answers another question than the one that is asked; then show what is."""
    if message.decision == guest.table.saved.decision:
        return False
    guest.say(answer(message.id, messages.RESYNC))
    guest.resync()
    return True


async def act(guest: Guest, message: Message, seat: Seat) -> None:
    """Play an action."""
    if not _is_stale(guest, message):
        _check_action(guest.table, message.action)
        if guest.table.clock.is_up(seat):
            raise BadInput(TIME_UP)
        await _change(guest, message, seat, lambda recording: recording.play(seat, message.action), messages.ACT)


async def undo(guest: Guest, message: Message, seat: Seat) -> None:
    """Take the last action back."""
    if not _is_stale(guest, message):
        _check_length(guest)
        await _change(guest, message, seat, lambda recording: recording.undo(seat), messages.UNDO)


async def resign(guest: Guest, message: Message, seat: Seat) -> None:
    """Give the match up."""
    match = _running(guest.table).match
    await _change(guest, message, seat, lambda recording: recording.declare(seat, match.resign), message.kind)


async def offer_draw(guest: Guest, message: Message, seat: Seat) -> None:
    """Offer the other person a draw."""
    match = _running(guest.table).match
    if guest.table.saved.seats[1 - seat].bot:
        raise BadInput(NO_BOT_DRAW)
    _check_length(guest)
    await _change(guest, message, seat, lambda recording: recording.declare(seat, match.offer_draw), message.kind)


async def answer_draw(guest: Guest, message: Message, seat: Seat) -> None:
    """Accept or decline a draw."""
    match = _running(guest.table).match
    if guest.viewer == SCREEN and match.offer in (0, 1):
        # At one screen the other person reaches over.
        seat = 1 - match.offer
    do = match.accept_draw if message.accept else match.decline_draw
    await _change(guest, message, seat, lambda recording: recording.declare(seat, do), message.kind)


async def give(guest: Guest, message: Message, seat: Seat) -> None:
    """Give the other seat to a bot, if its person has gone."""
    if message.seat not in replaceable(_running(guest.table), seat):
        raise BadInput("That seat cannot be given to a bot now: its player is here, or has not been gone for long.")
    await _change(guest, message, seat, *give_to_bot(guest.table, message.seat, substitute()))


def _running(table: Table) -> Table:
    if table.match.result is not None:
        raise BadInput(OVER)
    return table


def _check_length(guest: Guest) -> None:
    """Raise BadInput at a table with very many changes: rules bound the actions, and nothing else bounds the log."""
    if guest.table.saved.version >= guest.registry.settings.limits.match_changes:
        raise BadInput(TOO_LONG)


def _check_action(table: Table, action: int) -> None:
    if not 0 <= action < table.match.game.action_count():
        raise BadInput(f"There is no action {action}; reload the page.")


# ---- what only asks ----


async def hint(guest: Guest, message: Message, seat: Seat) -> None:
    """Rank the best actions of the seat, and say why the first is the best; against a person only if both agreed."""
    match = guest.table.match
    if not guest.table.saved.allows_hints():
        raise BadInput(NO_HINTS)
    legal, view = match.actions(seat), match.view(seat)
    if not legal:
        raise BadInput("There is nothing for you to decide now.")
    labels = drawing.labels(match.game.scene(view))
    ranked = (await _ranked(guest, seat, legal))[:HINTS]
    hints = [
        {"action": one.action, "label": labels.get(one.action, ""), "chance": round(one.chance, 3)} for one in ranked
    ]
    judge = JUDGES[usual_judge(match.game.name)]
    guest.say(answer(message.id, hints=hints, why=why(ranked, labels, judge), judge=judge))


def why(ranked: list[Hint], labels: dict[int, str], judge: str) -> list[str]:
    """Return why the first hint is the best, in sentences: how likely it wins, who says so, and what the next best would do."""
    if not ranked or not ranked[0].share:
        return []
    best, *others = ranked
    reasons = [f"About {percent(best)} % to win with it, says {judge}."]
    for other in others[:1]:
        if other.share:
            reasons.append(f"Next best, about {percent(other)} %: {labels.get(other.action, '')}.")
    return reasons


def percent(hint: Hint) -> int:
    """Return how likely a hint is to win, in percent."""
    return round(100 * hint.chance)


async def _ranked(guest: Guest, seat: Seat, legal: list[int]) -> list[Hint]:
    """Return the hints for a decision: computed once, and one at a time for each seat."""
    table, decision = guest.table, guest.table.saved.decision
    if table.hinting[seat]:
        raise BadInput(HINT_COMES)
    known, ranked = table.hinted.get(seat, (-1, []))
    if known == decision:
        return ranked
    table.hinting[seat] = True
    try:
        view, asker = table.match.view(seat), Asker(guest.person, guest.address)
        ranked = await guest.registry.bots.hints(table.match.game, view, legal, table.id, asker)
    finally:
        table.hinting[seat] = False
    table.hinted[seat] = (decision, ranked)
    return ranked


async def preview(guest: Guest, message: Message, seat: Seat) -> None:
    """Answer what would follow an action."""
    match = guest.table.match
    _check_action(guest.table, message.action)
    reason = match.why_not(message.action, seat=seat)
    if reason is not None:
        raise IllegalAction(reason)
    guest.say(answer(message.id) | drawing.preview(match.game, match.view(seat), message.action))


async def attempt(guest: Guest, message: Message, seat: Seat) -> None:
    """Answer why touched pieces mean no action."""
    match = guest.table.match
    reason = match.game.attempt(match.view(seat), list(message.handles))
    if reason is not None:
        raise IllegalAction(reason)
    guest.say(answer(message.id, reason=None))


CHANGES: Final[dict[str, Command]] = {
    messages.ACT: act,
    messages.UNDO: undo,
    messages.RESIGN: resign,
    messages.OFFER_DRAW: offer_draw,
    messages.ANSWER_DRAW: answer_draw,
    messages.GIVE: give,
}
COMMANDS: Final[dict[str, Command]] = CHANGES | {
    messages.HINT: hint,
    messages.PREVIEW: preview,
    messages.ATTEMPT: attempt,
}
