"""Draw the table as a person sees it: the hex map, forces, dice of a combat, the question, the handles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warband.games.pocket_tactics.documents.notation import DICE_NAMES, spot
from warband.games.pocket_tactics.rules import board
from warband.games.pocket_tactics.rules.assault import first_guard, manner_of, target_of
from warband.games.pocket_tactics.rules.board import base_of, slots_of
from warband.games.pocket_tactics.rules.figures import MANNER_NAMES
from warband.games.pocket_tactics.rules.hexes import TILES
from warband.games.pocket_tactics.rules.rerolls import pool_of
from warband.games.pocket_tactics.rules.state import Skirmish
from warband.games.pocket_tactics.scene import pieces
from warband.kernel.costs import Price
from warband.kernel.game import State
from warband.kernel.notation import NONE, Deed
from warband.kernel.packaged_game import own_state
from warband.kernel.scene import (
    ATTACKS,
    MOVES,
    PANEL,
    PLACES,
    RAIL,
    SWAPS,
    Choice,
    Container,
    Number,
    Piece,
    Scene,
    Sentence,
)
from warband.kernel.scene_builder import SceneBuilder
from warband.kernel.seats import BY_CHANCE, CHANCE, NOBODY, Seat
from warband.kernel.views import View

if TYPE_CHECKING:
    from warband.games.pocket_tactics.game import PocketTactics

LAYOUT = [["far", "bag"], ["map"], ["combat"], ["near"]]
VERB_LOOKS = {
    "assault": ATTACKS,
    "move": MOVES,
    "home": MOVES,
    "swap": SWAPS,
    "place": PLACES,
    "deploy": PLACES,
    "summon": PLACES,
}
AREAS = {"far": RAIL, "near": RAIL, "bag": RAIL, "combat": PANEL}


class SkirmishSceneBuilder(SceneBuilder[Skirmish]):
    """A view of Pocket-Tactics and what a person sees of it; nothing on this table is hidden."""

    def __init__(self, game: PocketTactics, view: View) -> None:
        super().__init__(game, view, LAYOUT, AREAS)
        self.rules = game.rules
        self.set = game.set
        self._state = own_state(game.world(view), Skirmish)

    def state(self) -> Skirmish:
        """Return the state that the view shows."""
        return self._state

    def ability_text(self, ability: str) -> str:
        """Return what an ability does, in the words of its clause."""
        return self.game.clauses[f"{self.game.name}:ability/{ability}"].text

    def heading(self) -> str:
        """Return the turn, or that the map is being built."""
        turn = self.state().turn
        return self.word("heading_turn" if turn else "heading_set_up", turn=turn)

    def containers(self, choices: list[Choice]) -> list[Container]:
        """Return the map between both forces; the first player's base is at the bottom for the first player."""
        state = self.state()
        return [
            *pieces.force(self, state, 1 - self.near, "far"),
            *pieces.bag(self, state),
            *(pieces.factions(self, state) or [pieces.chart(self, state, choices, self.near)]),
            *pieces.combat(self, state),
            *pieces.force(self, state, self.near, "near"),
        ]

    def gallery(self) -> list[Piece]:
        """Return every unit of both factions."""
        return [pieces.unit_card(self, kind) for kind in range(len(self.set.units))]

    def mark(self, scene: Scene) -> None:
        """Mark what may act, where something may go, and the two sides of a combat."""
        pieces.mark(scene, self.state())

    def question(self) -> Sentence:
        """Return the question of the phase; in a combat with who attacks whom, and what would be lost."""
        state, phase = self.state(), self.node.field("phase").text()
        data: dict[str, object] = {
            "drawn": self.node.field("drawn").value,
            "chosen": self.node.field("action").field("chosen").value,
            "left": state.situational[self.viewer],
        }
        if phase in ("special", "situation"):
            data |= {"clash": self._clash(), "fate": self._fate()}
        if phase == "guard":
            data |= {"clash": self._clash(), **self._guard_data()}
        return self.words.say("prompts", phase, data)

    def _sides(self) -> dict[str, object]:
        """Return the two sides of the combat in progress."""
        state = self.state()
        return {"attacker": state.rules.ids[state.attacker], "defender": pieces.name_at(state, state.target)}

    def _clash(self) -> str:
        """Return who attacks whom, as the viewer sees it."""
        return self.word("clash_own" if self.state().seat == self.viewer else "clash_rival", **self._sides())

    def _fate(self) -> str:
        """Return who falls as the dice lie, as the viewer sees it."""
        state = self.state()
        hits, answered = pieces.standing_now(state)
        whose = "own" if state.seat == self.viewer else "rival"
        fallen = {(True, True): "both", (True, False): "defender", (False, True): "attacker"}.get((hits, answered))
        if hits and state.defender == NONE:
            fallen = "base"
        fate = self.word(f"fate_{fallen}_{whose}" if fallen else "fate_nobody", **self._sides())
        return fate[:1].lower() + fate[1:]

    def _guard_data(self) -> dict[str, object]:
        """Return how likely the assaulted unit falls, and the guardian if it takes its place."""
        state = self.state()
        chances: list[int] = []
        for action in (self.rules.keep, self.rules.swap):
            twin = own_state(state.copy(), Skirmish)
            twin.apply(self.viewer, action)
            chances.append(round(100 * pieces.strike_chances(stay_out(twin, self.viewer))[0]))
        return {
            "guardian": state.rules.ids[state.units[first_guard(state)]],
            "falls": chances[0],
            "instead": chances[1],
        }

    # ---- labels and handles ----

    def label(self, deed: Deed) -> str:
        """Return what the button of an action says."""
        return self.words.say("labels", self._label_key(deed), self._label_data(deed)).plain()

    def verb(self, deed: Deed) -> tuple[str, str]:
        """Return what the flag of an action says, and how it is drawn."""
        key = self._label_key(deed)
        return self.words.tables["verbs"][key], VERB_LOOKS.get(key, "")

    def price(self, deed: Deed) -> Price:
        """Return what an action costs: a turn has one, and a faction is led to the end."""
        if deed.kind == "faction":
            return Price(lasting=True)
        return Price(whole_turn=self.state().phase == board.TURN and deed.kind != "pass")

    def cost_name(self, deed: Deed) -> str:
        """Return what an action is called among the costs: to pass a turn is not to keep the dice."""
        return self._label_key(deed)

    def turn(self, state: State) -> tuple[int, ...]:
        """Return whose turn it is, and which; nobody's while the map is built."""
        b = own_state(state, Skirmish)
        return (b.seat, b.turn) if b.turn else (NOBODY,)

    def _label_key(self, deed: Deed) -> str:
        state = self.state()
        if deed.kind == "summon":
            return "deploy" if state.turn == 0 else "summon"
        if deed.kind == "move":
            return "home" if deed["to"] == base_of(state, self.viewer) else "move"
        if deed.kind == "pass":
            return "pass_dice" if state.pools[0] else "pass_turn"
        return "reroll_enemy" if deed["owner"] == 1 else deed.name

    def _label_data(self, deed: Deed) -> dict[str, object]:
        state = self.state()
        if deed["slot"] != NONE:
            return {"unit": state.rules.ids[slots_of(state, self.viewer)[deed["slot"]]]}
        if deed.kind not in ("move", "assault"):
            return {**deed.words()}
        origin = deed["from"]
        data: dict[str, object] = {"unit": state.rules.ids[state.units[origin]], "from": spot(origin, state)}
        target = deed["to"] if deed.kind == "move" else target_of(state, origin, deed["aim"])
        data["hex"] = spot(target, state)
        if deed.kind == "assault":
            data["manner"] = MANNER_NAMES[manner_of(deed["aim"])]
            data["enemy"] = pieces.name_at(state, target)
        return data

    def handles(self, deed: Deed) -> list[str]:
        """Return the handles that a person touches, in order, to mean an action."""
        state, seat = self.state(), self.viewer
        if deed.kind == "faction":
            return [f"faction/{deed.words()['faction']}"]
        if deed.kind == "place":
            return [f"hex/{deed.words()['hex']}"]
        if deed["slot"] != NONE:
            slots = slots_of(state, seat) if state.factions[seat] != NONE else []
            heap = "reserve" if deed.kind == "summon" else "captured"
            return [f"{seat}/{heap}/{state.rules.ids[slots[deed['slot']]]}"] if deed["slot"] < len(slots) else []
        if deed.kind == "move":
            return [f"hex/{spot(deed['from'], state)}", f"hex/{spot(deed['to'], state)}"]
        if deed.kind == "assault":
            target = target_of(state, deed["from"], deed["aim"])
            return [f"hex/{spot(deed['from'], state)}", f"hex/{spot(target, state) if target != NONE else 'none'}"]
        return self._die_handles(deed)

    def _die_handles(self, deed: Deed) -> list[str]:
        if deed.name != "reroll":
            return []
        owner = self.viewer if deed["owner"] == 0 else 1 - self.viewer
        pool = self.state().pools[pool_of(self.state(), owner, deed["dice"])]
        name, value = DICE_NAMES[deed["dice"]], deed["value"]
        return [f"dice/{owner}/{name}/{pool.index(value) + 1}"] if value in pool else []

    # ---- previews ----

    def preview(self, action: int) -> list[Sentence]:
        """Return the danger of water, or the dice of an assault and the re-rolls of both sides."""
        deed = self.game.actions.decode(action)
        if self._enters_water(deed):
            return [self.words.say("texts", "preview_water", {})]
        return self._preview_assault(action) if deed.kind == "assault" else []

    def odds(self, action: int) -> list[Number]:
        """Return the odds of entering water, or of an assault before any re-roll."""
        deed = self.game.actions.decode(action)
        if self._enters_water(deed):
            return pieces.shares(self, [("drowns", 0.5), ("gets_through", 0.5)])
        return pieces.chances_of(self, self._declared(action)[0]) if deed.kind == "assault" else []

    def _enters_water(self, deed: Deed) -> bool:
        return deed.kind == "move" and deed["to"] < TILES and self.state().land.waters >> deed["to"] & 1 == 1

    def _declared(self, action: int) -> tuple[Skirmish, bool]:
        """Return an assault as it is declared, where nobody steps in, and whether it leads through water."""
        state, rival = own_state(self.state().copy(), Skirmish), 1 - self.viewer
        state.apply(self.viewer, action)
        wet = state.awaiting() == BY_CHANCE and state.wanted == [0, 0, 0, 0]
        if wet:
            state.apply(CHANCE, self.rules.die + 5)
        return stay_out(state, rival), wet

    def _preview_assault(self, action: int) -> list[Sentence]:
        """Return what is rolled in an assault as it is declared, and who may roll again."""
        state, wet = self._declared(action)
        strike, counter = pieces.strike_chances(state)
        data: dict[str, object] = {"strike": round(100 * strike), "counter": round(100 * counter)}
        data["mine"], data["theirs"] = (
            state.situational[side] + sum(state.special[4 * side : 4 * side + 4])
            for side in (self.viewer, 1 - self.viewer)
        )
        first = "preview_strike" if state.wanted[2] else "preview_no_counter"
        keys = [*(["preview_water"] if wet else []), first, "preview_rerolls"]
        return [self.words.say("texts", key, data) for key in keys]


def stay_out(state: Skirmish, seat: Seat) -> Skirmish:
    """Let no guardian of a seat step into a combat; return the same state."""
    while state.kinds(seat) == ["swap", "keep"]:
        state.apply(seat, state.rules.keep)
    return state
