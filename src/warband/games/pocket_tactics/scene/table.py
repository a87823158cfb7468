"""Draw the table as a person sees it: the hex map, forces, dice of a combat, the question, the handles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warband.games.pocket_tactics.documents.notation import DICE_NAMES, spot
from warband.games.pocket_tactics.rules import board
from warband.games.pocket_tactics.rules.assault import manner_of, target_of
from warband.games.pocket_tactics.rules.board import base_of, slots_of
from warband.games.pocket_tactics.rules.figures import MANNER_NAMES
from warband.games.pocket_tactics.rules.hexes import TILES
from warband.games.pocket_tactics.rules.odds import odds
from warband.games.pocket_tactics.rules.rerolls import pool_of
from warband.games.pocket_tactics.rules.state import Skirmish
from warband.games.pocket_tactics.scene import pieces
from warband.kernel.costs import Price
from warband.kernel.game import State
from warband.kernel.notation import NONE, Deed
from warband.kernel.packaged_game import own_state
from warband.kernel.scene import ATTACKS, MOVES, PANEL, PLACES, RAIL, SWAPS, Choice, Container, Piece, Scene, Sentence
from warband.kernel.scene_builder import SceneBuilder
from warband.kernel.seats import BY_CHANCE, CHANCE, NOBODY
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
        """Return the question of the phase."""
        state = self.state()
        defender = state.units[state.target] if state.target != NONE else NONE
        data: dict[str, object] = {
            "drawn": self.node.field("drawn").value,
            "chosen": self.node.field("action").field("chosen").value,
            "defender": state.rules.ids[defender] if defender != NONE else "",
            "left": state.situational[self.viewer],
        }
        return self.words.say("prompts", self.node.field("phase").text(), data)

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
        """Return the odds of an assault before any dice and re-rolls, or the danger of water."""
        state, deed = self.state(), self.game.actions.decode(action)
        if deed.kind == "move" and deed["to"] < TILES and state.land.waters >> deed["to"] & 1:
            return [self.words.say("texts", "preview_water", {})]
        return self._preview_assault(action) if deed.kind == "assault" else []

    def _preview_assault(self, action: int) -> list[Sentence]:
        """Return the exact odds of an assault as it is declared: nobody steps in, nothing is rolled again."""
        state, rival = self.state(), 1 - self.viewer
        state.apply(self.viewer, action)
        sentences: list[Sentence] = []
        if state.awaiting() == BY_CHANCE and state.wanted == [0, 0, 0, 0]:
            sentences.append(self.words.say("texts", "preview_water", {}))
            state.apply(CHANCE, self.rules.die + 5)
        while state.kinds(rival) == ["swap", "keep"]:
            state.apply(rival, self.rules.keep)
        return [*sentences, *self._combat_odds()]

    def _combat_odds(self) -> list[Sentence]:
        """Return the odds of a combat whose dice are counted but not rolled."""
        state = self.state()
        strike = odds(state.wanted[0], state.wanted[1])
        counter = odds(state.wanted[2], state.wanted[3]) if state.wanted[2] else 0.0
        chances = {
            "wins": strike * (1 - counter),
            "both": strike * counter,
            "loses": (1 - strike) * counter,
            "none": (1 - strike) * (1 - counter),
            "strike": strike,
            "counter": counter,
        }
        data: dict[str, object] = {name: f"{100 * chance:.1f}" for name, chance in chances.items()}
        data["mine"], data["theirs"] = (
            state.situational[side] + sum(state.special[4 * side : 4 * side + 4])
            for side in (self.viewer, 1 - self.viewer)
        )
        first = "preview_strike" if state.wanted[2] else "preview_no_counter"
        return [self.words.say("texts", key, data) for key in (first, "preview_results", "preview_rerolls")]
