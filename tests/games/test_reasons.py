"""A refusal is true in its case: whatever random matches meet, the board bears out what its reason says."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from warband.games.heros_crossing.rules.state import Crossing
from warband.games.pixel_tactics.rules.state import Tactics
from warband.games.pocket_tactics.rules import board as skirmish_board
from warband.games.pocket_tactics.rules.assault import is_enemy, target_of
from warband.games.pocket_tactics.rules.board import base_of
from warband.games.pocket_tactics.rules.hexes import TILES
from warband.games.pocket_tactics.rules.state import Skirmish
from warband.kernel.notation import NONE, Deed
from warband.kernel.packaged_game import PackagedGame
from warband.kernel.registry import make_game

MATCHES = 2
POSITIONS = 15
OPTIONS: dict[str, dict[str, object]] = {"pocket-tactics": {"map": "quick"}}

Truth = Callable[[Skirmish, int, Deed], bool]


def is_beside(b: Skirmish, one: int, other: int) -> bool:
    return b.land.distance(one, other) == 1


def is_past_an_ally(b: Skirmish, seat: int, origin: int, to: int) -> bool:
    allies = [place for place in range(TILES) if b.sides[seat] >> place & 1 and is_beside(b, origin, place)]
    return any(is_beside(b, ally, to) for ally in allies)


# What each reason of Pocket-Tactics claims about the board, written down anew.
SKIRMISH: dict[str, Truth] = {
    "occupied": lambda b, seat, deed: b.phase != skirmish_board.FOLLOW or b.units[deed["to"]] != NONE,
    "another_moves_there": lambda b, seat, deed: deed["to"] in b.steps[1::2] and b.units[deed["to"]] == NONE,
    "too_far": lambda b, seat, deed: (
        not is_beside(b, deed["from"], deed["to"]) and not is_past_an_ally(b, seat, deed["from"], deed["to"])
    ),
    "forest_beside_base": lambda b, seat, deed: is_beside(b, deed["to"], base_of(b, 1 - seat)),
    "one_step": lambda b, seat, deed: not is_beside(b, deed["from"], deed["to"]),
    "follows_no_base": lambda b, seat, deed: deed["to"] >= TILES,
    "enemy_base": lambda b, seat, deed: deed["to"] == base_of(b, 1 - seat),
    "no_unit_there": lambda b, seat, deed: b.units[deed["from"]] == NONE,
    "not_your_unit": lambda b, seat, deed: bool(b.sides[1 - seat] >> deed["from"] & 1),
    "no_enemy": lambda b, seat, deed: not is_enemy(b, seat, target_of(b, deed["from"], deed["aim"])),
    "no_tile": lambda b, seat, deed: deed.kind != "assault" or target_of(b, deed["from"], deed["aim"]) == NONE,
    "own_dice": lambda b, seat, deed: b.phase == skirmish_board.SITUATION and deed["owner"] == 1,
    "special_first": lambda b, seat, deed: b.phase == skirmish_board.SITUATION,
    "no_reroll": lambda b, seat, deed: b.phase == skirmish_board.SPECIAL,
    "none_in_reserve": lambda b, seat, deed: True,
}


def crossing_claim(b: Crossing, seat: int, deed: Deed, code: str, data: dict[str, object]) -> bool:
    """Return whether what a reason of Hero's Crossing claims is so."""
    hand = b.hands[seat]
    claims: dict[str, Callable[[], bool]] = {
        "not_in_hand": lambda: deed["card"] not in hand,
        "only_level_one": lambda: b.rules.levels[deed["card"]] > 1,
        "front_full": lambda: all(b.heroes[9 * seat + 3 * deed["front"] + place] != NONE for place in range(3)),
        "no_hero_there": lambda: b.heroes[9 * seat + 3 * deed["front"] + deed["place"]] == NONE,
        "activated": lambda: b.activated[3 * seat + deed["front"]] == 1,
        "first_round": lambda: b.round == 1,
        "too_dear": lambda: deed["level"] > b.power,
        "no_such_soldier": lambda: b.soldiers[12 * seat + 4 * b.front + deed["soldier"]] == 0,
        "same_front": lambda: deed["target"] == b.front,
    }
    return claims.get(code, lambda: True)()


def tactics_claim(b: Tactics, seat: int, deed: Deed, code: str, data: dict[str, object]) -> bool:
    """Return whether what a reason of Pixel Tactics claims is so."""
    turn = max(0, b.seat)
    own, rival = b.sides[turn], b.sides[1 - turn]
    claims: dict[str, Callable[[], bool]] = {
        "not_in_hand": lambda: not b.sides[seat].hand >> deed["card"] & 1,
        "nobody_there": lambda: not own.alive >> deed["cell"] % 9 & 1 or not own.alive >> deed["target"] & 1,
        "no_actions": lambda: b.actions <= 0,
        "long": lambda: b.actions == 1,
        "no_corpse": lambda: not own.corpses >> deed["cell"] & 1,
        "wrong_row": lambda: deed["cell"] // 3 != b.wave,
        "no_target": lambda: deed.kind == "choose" or not rival.alive >> deed["target"] & 1,
        "not_foremost": lambda: "foremost" in data,
        "intercepted": lambda: "interceptor" in data,
        "not_empty": lambda: (
            deed.kind not in ("recruit", "move")
            or bool((own.alive | own.corpses) >> (deed["cell"] if deed.kind == "recruit" else deed["target"]) & 1)
        ),
        "ceasefire_attack": lambda: b.round == 1,
        "own_unit_hit": lambda: deed["cell"] >= 9,
        "wrong_unit": lambda: deed["cell"] < 9,
        "one_fight": lambda: b.rules.edition.series == 1,
    }
    return claims.get(code, lambda: True)()


def is_true(state: object, seat: int, deed: Deed, code: str, data: dict[str, object]) -> bool:
    if isinstance(state, Skirmish):
        return code not in SKIRMISH or SKIRMISH[code](state, seat, deed)
    if isinstance(state, Crossing):
        return crossing_claim(state, seat, deed, code, data)
    assert isinstance(state, Tactics)
    return tactics_claim(state, seat, deed, code, data)


@pytest.mark.parametrize("name", ["heros-crossing", "pixel-tactics", "pocket-tactics"])
def test_every_refusal_of_a_random_match_is_true(name: str) -> None:
    game = make_game(name, OPTIONS.get(name, {}))
    assert isinstance(game, PackagedGame)
    codes: set[str] = set()
    for seed in range(MATCHES):
        match, choose = game.match(seed=seed), random.Random(seed)
        looked = 0
        while not match.over and looked < POSITIONS:
            seat = match.awaiting()[0]
            if choose.random() < 0.4:
                looked += 1
                for action in range(game.actions.decisions):
                    reason = match.state.why_not(seat, action)
                    if reason is not None and reason.code != "not_now":
                        codes.add(reason.code)
                        told = f"{match.text(action)}: {game.say_reason(reason)}"
                        assert is_true(match.state, seat, game.actions.decode(action), reason.code, reason.data), told
                        assert reason.clause in game.clauses, told
            match.play(seat, choose.choice(match.actions(seat)))
    assert len(codes) > 6
