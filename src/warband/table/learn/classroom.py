"""Keep the lessons under way, and carry messages between a browser and its lesson."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from warband.kernel.errors import BadInput
from warband.scene.html import effects_data, sentence_html
from warband.table import wire
from warband.table.learn.course import LEARNER, Course
from warband.table.learn.lesson import load_lesson
from warband.table.wire import Data, Message

KEPT: Final = 300
TOKEN_BYTES: Final = 9
LONGEST_FRAME: Final = 4096
NOT_THERE: Final = 4404


class Classroom:
    """Hold the courses of everybody, the oldest forgotten first; nothing of a lesson is stored."""

    def __init__(self) -> None:
        self.courses: OrderedDict[str, Course] = OrderedDict()

    def enrol(self, game: str) -> str:
        """Begin a lesson and return the token that leads back to it, or raise BadInput if the game has none."""
        load_lesson(game)
        return secrets.token_urlsafe(TOKEN_BYTES)

    def course(self, game: str, token: str) -> Course:
        """Return the lesson of a token; one that is not known any more begins anew."""
        key = f"{game}/{token}"
        if key not in self.courses:
            self.courses[key] = Course(load_lesson(game))
            while len(self.courses) > KEPT:
                self.courses.popitem(last=False)
        self.courses.move_to_end(key)
        return self.courses[key]


async def socket(websocket: WebSocket) -> None:
    """Answer a browser until it goes."""
    state = websocket.app.state
    if not hasattr(state, "classroom"):
        state.classroom = Classroom()
    room: Classroom = state.classroom
    await websocket.accept()
    try:
        course = room.course(str(websocket.path_params["game"]), websocket.query_params.get("course", "")[:64])
    except BadInput as error:
        await websocket.send_text(wire.pack(wire.error(str(error))))
        return await websocket.close(NOT_THERE)
    try:
        while True:
            for message in answers(course, await websocket.receive_text()):
                await websocket.send_text(wire.pack(message))
    except (WebSocketDisconnect, KeyError, RuntimeError):
        return None


def answers(course: Course, frame: str) -> list[Data]:
    """Return what is sent for one frame."""
    if len(frame) > LONGEST_FRAME:
        return [wire.error(f"A message has at most {LONGEST_FRAME} characters.")]
    try:
        message = wire.read_message(frame)
    except BadInput as error:
        return [wire.error(str(error))]
    try:
        return reply(course, message)
    except BadInput as error:
        return [wire.rejected(message.id, str(error))]


def reply(course: Course, message: Message) -> list[Data]:
    """Return the answer to a message and what follows from it, or raise BadInput."""
    if message.kind == wire.RESUME:
        return [course.whole()]
    if message.kind == wire.ACT:
        if message.decision != course.version:
            return [wire.answer(message.id, wire.RESYNC), course.whole()]
        update = course.act(message.action)
        return [wire.answer(message.id), update]
    if message.kind == wire.PREVIEW:
        return [preview(course, message)]
    if message.kind == wire.ATTEMPT:
        return [attempt(course, message)]
    if message.kind == wire.HINT:
        return [hint(course, message)]
    raise BadInput("That has no place in a lesson; begin a match to try it.")


def preview(course: Course, message: Message) -> Data:
    """Return what would follow an action."""
    course.check(message.action)
    game, view = course.match.game, course.match.view(LEARNER)
    lines = [sentence_html(sentence) for sentence in game.preview(view, message.action)]
    label = next(choice.label for choice in course.picture.scene.choices if choice.action == message.action)
    effects = effects_data(game.effects(view, message.action))
    return wire.answer(message.id, label=label, preview=lines, effects=effects)


def attempt(course: Course, message: Message) -> Data:
    """Return why a touch means nothing: the rule against it, or that the step asks for something else."""
    game, handles = course.match.game, list(message.handles)
    if any(choice.handles[: len(handles)] == handles for choice in course.picture.scene.choices):
        return wire.answer(message.id, reason=None)
    reason = game.attempt(course.match.view(LEARNER), handles)
    if reason is not None:
        return wire.answer(message.id, wire.REJECTED, wire.reason_data(game, reason))
    raise BadInput("That would be allowed, but this step asks for something else; the marked pieces show what.")


def hint(course: Course, message: Message) -> Data:
    """Return what the step wants to see."""
    choices = {choice.action: choice.label for choice in course.picture.scene.choices}
    found = [{"action": action, "label": choices.get(action, ""), "chance": None} for action in course.accepted()[:1]]
    return wire.answer(message.id, hints=found)
