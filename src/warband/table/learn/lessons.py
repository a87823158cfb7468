"""Lessons under way, and what the messages of a learner do in them."""

from __future__ import annotations

import secrets
from collections import Counter, OrderedDict
from typing import Final

from warband.kernel.errors import BadInput
from warband.scene.html import effects_data, sentence_html
from warband.table.learn.guided import LEARNER, GuidedMatch
from warband.table.learn.lesson import load_lesson
from warband.table.live import messages
from warband.table.live.guest import Client
from warband.table.live.messages import Data, Message

KEPT: Final = 300
TOKEN_BYTES: Final = 9
LONGEST_TOKEN: Final = 64


def enrol(game: str) -> str:
    """Return the token of a new lesson, or raise BadInput if the game has none."""
    load_lesson(game)
    return secrets.token_urlsafe(TOKEN_BYTES)


class Lessons:
    """The lessons of everybody; nothing of a lesson is stored.

    An address that has many loses its own oldest; when there are too many of all, the address with the most does.
    """

    def __init__(self, each: int) -> None:
        self.each = each
        self.matches: OrderedDict[str, GuidedMatch] = OrderedDict()
        self._addresses: dict[str, str] = {}

    def match(self, game: str, token: str, address: str = "") -> GuidedMatch:
        """Return the lesson of a token; one that is not known any more begins anew."""
        key = f"{game}/{token[:LONGEST_TOKEN]}"
        if key not in self.matches:
            match = GuidedMatch(load_lesson(game))
            self._make_room(address)
            self.matches[key], self._addresses[key] = match, address
        self.matches.move_to_end(key)
        return self.matches[key]

    def _make_room(self, address: str) -> None:
        counts = Counter(self._addresses.values())
        if counts[address] >= self.each:
            self._forget(address)
        elif len(self.matches) >= KEPT:
            self._forget(counts.most_common(1)[0][0])

    def _forget(self, address: str) -> None:
        """Forget the oldest lesson of an address."""
        oldest = next(key for key in self.matches if self._addresses[key] == address)
        del self.matches[oldest], self._addresses[oldest]


class Learner:
    """One person in a lesson."""

    def __init__(self, match: GuidedMatch, client: Client) -> None:
        self.match = match
        self.client = client

    async def receive(self, message: Message) -> None:
        """Answer a message."""
        try:
            replies = reply(self.match, message)
        except BadInput as error:
            replies = [messages.rejected(message.id, str(error))]
        for one in replies:
            self.client.send(messages.pack(one))

    def resync(self) -> None:
        """Send the whole lesson."""
        self.client.send(messages.pack(self.match.whole()))

    def leave(self) -> None:
        """Go; the lesson is kept for a while."""


def reply(match: GuidedMatch, message: Message) -> list[Data]:
    """Return the answer to a message and what follows from it, or raise BadInput."""
    if message.kind == messages.RESUME:
        return [match.whole()]
    if message.kind == messages.ACT:
        if message.decision != match.version:
            return [messages.answer(message.id, messages.RESYNC), match.whole()]
        update = match.act(message.action)
        return [messages.answer(message.id), update]
    if message.kind == messages.PREVIEW:
        return [preview(match, message)]
    if message.kind == messages.ATTEMPT:
        return [attempt(match, message)]
    if message.kind == messages.HINT:
        return [hint(match, message)]
    raise BadInput("That has no place in a lesson; begin a match to try it.")


def preview(match: GuidedMatch, message: Message) -> Data:
    """Return what would follow an action."""
    match.check(message.action)
    game, view = match.match.game, match.match.view(LEARNER)
    lines = [sentence_html(sentence) for sentence in game.preview(view, message.action)]
    label = next(choice.label for choice in match.picture.scene.choices if choice.action == message.action)
    effects = effects_data(game.effects(view, message.action))
    return messages.answer(message.id, label=label, preview=lines, effects=effects)


def attempt(match: GuidedMatch, message: Message) -> Data:
    """Return why a touch means nothing: the rule against it, or that the step asks for something else."""
    game, handles = match.match.game, list(message.handles)
    if any(choice.handles[: len(handles)] == handles for choice in match.picture.scene.choices):
        return messages.answer(message.id, reason=None)
    reason = game.attempt(match.match.view(LEARNER), handles)
    if reason is not None:
        return messages.answer(message.id, messages.REJECTED, messages.reason_data(game, reason))
    raise BadInput("That would be allowed, but this step asks for something else; the marked pieces show what.")


def hint(match: GuidedMatch, message: Message) -> Data:
    """Return what the step wants to see."""
    choices = {choice.action: choice.label for choice in match.picture.scene.choices}
    found = [{"action": action, "label": choices.get(action, ""), "chance": None} for action in match.accepted()[:1]]
    return messages.answer(message.id, hints=found)
