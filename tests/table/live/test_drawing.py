"""Build the messages that lead from one picture to the next."""

from __future__ import annotations

import json

from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.match import Match
from warband.kernel.registry import make_game
from warband.kernel.scene import Part, Sentence
from warband.table.live import drawing, messages


def test_updates_lead_from_picture_to_picture() -> None:
    match, rng = Match(make_game("pocket-tactics"), seeded_chance(2)), Rng(2)
    match.settle()
    before = drawing.draw(match.game.scene(match.view(0)))
    state: messages.Data = {"version": 1, "decision": 1}
    assert drawing.whole(before, ["a"], state)["choices"]
    assert drawing.whole(before, [], state | {"decision": None})["choices"] == []
    for _ in range(20):
        seat = match.awaiting()[0]
        legal = match.actions(seat)
        match.play(seat, legal[rng.below(len(legal))])
        after = drawing.draw(match.game.scene(match.view(0)))
        told = [drawing.LogLine(sentence, seat) for sentence in match.log(0, match.ply - 1)]
        step = drawing.DrawnStep(seat, told, after)
        update = json.loads(messages.pack(drawing.update(before, [step], 5, state)))
        assert update["lines"] == 5
        assert update["steps"]
        assert all(step["changes"] == [] for step in update["steps"][:-1])
        before = after


def test_a_line_begins_with_the_shape_of_its_side() -> None:
    told = drawing.LogLine(Sentence([Part("The Knight"), Part(" falls.")]), 1, ["fall", "1/V2"])
    assert told.html() == '<i class="shape second"></i>The Knight falls.'
    assert drawing.LogLine(side=1).html() == ""
