"""Lessons under way, and what the messages of a learner do in them."""

from __future__ import annotations

import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Final

from warband.kernel.errors import BadInput
from warband.table.learn.guided import LEARNER, GuidedMatch
from warband.table.learn.lesson import load_lesson
from warband.table.live import drawing, messages
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
    """One person in a lesson, who listens to its feed from the first message on."""

    def __init__(self, match: GuidedMatch, client: Client) -> None:
        self.match = match
        self.client = client

    async def receive(self, message: Message) -> None:
        """Answer a message."""
        if self not in self.match.feed.listeners:
            self.match.feed.listeners.append(self)
        try:
            ANSWERS.get(message.kind, refuse)(self, message)
        except BadInput as error:
            self.say(messages.rejected(message.id, str(error)))

    def send(self, message: str) -> None:
        """Send a message as text."""
        self.client.send(message)

    def say(self, message: Data) -> None:
        """Send a message."""
        self.send(messages.pack(message))

    def resync(self) -> None:
        """Send the whole lesson."""
        self.send(self.match.feed.whole_since(self.match.state(), None, None))

    def close(self) -> None:
        """Send the learner away; it may come back."""
        self.client.close()

    def leave(self) -> None:
        """Go; the lesson is kept for a while."""
        if self in self.match.feed.listeners:
            self.match.feed.listeners.remove(self)


def resume(learner: Learner, _: Message) -> None:
    """Show the whole lesson."""
    learner.resync()


def act(learner: Learner, message: Message) -> None:
    """Do what the step asks for; an answer to an earlier step is answered with the whole lesson."""
    match = learner.match
    if message.decision != match.version:
        learner.say(messages.answer(message.id, messages.RESYNC))
        return learner.resync()
    match.check(message.action)
    learner.say(messages.answer(message.id))
    return match.act(message.action)


def preview(learner: Learner, message: Message) -> None:
    """Show what would follow an action."""
    learner.match.check(message.action)
    match = learner.match.match
    learner.say(messages.answer(message.id) | drawing.preview(match.game, match.view(LEARNER), message.action))


def attempt(learner: Learner, message: Message) -> None:
    """Explain why a touch means nothing: the rule against it, or that the step asks for something else."""
    match, handles = learner.match.match, list(message.handles)
    choices = learner.match.feed.current().scene.choices
    if any(choice.handles[: len(handles)] == handles for choice in choices):
        return learner.say(messages.answer(message.id, reason=None))
    reason = match.game.attempt(match.view(LEARNER), handles)
    if reason is not None:
        return learner.say(messages.answer(message.id, messages.REJECTED, messages.reason_data(match.game, reason)))
    raise BadInput("That would be allowed, but this step asks for something else; the marked pieces show what.")


def hint(learner: Learner, message: Message) -> None:
    """Show what the step wants to see."""
    labels = drawing.labels(learner.match.feed.current().scene)
    hints = [{"action": action, "label": label, "chance": None} for action, label in labels.items()][:1]
    learner.say(messages.answer(message.id, hints=hints))


def refuse(_: Learner, message: Message) -> None:
    """Refuse what only a match knows."""
    raise BadInput("That has no place in a lesson; begin a match to try it.")


ANSWERS: Final[dict[str, Callable[[Learner, Message], None]]] = {
    messages.RESUME: resume,
    messages.ACT: act,
    messages.PREVIEW: preview,
    messages.ATTEMPT: attempt,
    messages.HINT: hint,
}
