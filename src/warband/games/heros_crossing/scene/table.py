"""Draw the table as a person sees it: two sides facing each other, hands, supply, the question, the handles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from warband.games.heros_crossing.rules import board
from warband.games.heros_crossing.rules.figures import FRONT_NAMES, SOLDIER_NAMES
from warband.games.heros_crossing.rules.state import Crossing
from warband.games.heros_crossing.scene import pieces
from warband.kernel.costs import Price
from warband.kernel.events import Event
from warband.kernel.game import Result, State
from warband.kernel.notation import NONE, Deed
from warband.kernel.packaged_game import own_state
from warband.kernel.scene import ATTACKS, MOVES, PLACES, RAIL, SWAPS, Choice, Container, Effect, Piece, Scene, Sentence
from warband.kernel.scene_builder import SceneBuilder
from warband.kernel.seats import NOBODY, Seat
from warband.kernel.views import View

if TYPE_CHECKING:
    from warband.games.heros_crossing.game import HerosCrossing

LAYOUT = [["far", "far_hand"], ["far_fronts"], ["shared"], ["near_fronts"], ["near"], ["near_hand"]]
VERB_LOOKS = {
    "attack": ATTACKS,
    "kill": ATTACKS,
    "move": MOVES,
    "flank": MOVES,
    "replace": SWAPS,
    "add": PLACES,
    "place": PLACES,
}
AREAS = {"far": RAIL, "far_hand": RAIL, "near": RAIL}


class CrossingSceneBuilder(SceneBuilder[Crossing]):
    """A view of Hero's Crossing and what a person sees of it."""

    def __init__(self, game: HerosCrossing, view: View) -> None:
        super().__init__(game, view, LAYOUT, AREAS)
        self.rules = game.rules
        self.heroes = game.heroes
        self._state: Crossing | None = None

    def state(self) -> Crossing:
        """Return an imagined state of the view."""
        if self._state is None:
            self._state = own_state(self.game.world(self.view), Crossing)
        return self._state

    def heading(self) -> str:
        """Return the round, or that the table is being set up."""
        number = self.node.field("round").integer()
        return self.word("heading_round" if number else "heading_set_up", round=number)

    def containers(self, choices: list[Choice]) -> list[Container]:
        """Return both sides and what they share."""
        return [*pieces.side(self, 1 - self.near, "far"), *pieces.side(self, self.near, "near"), *pieces.shared(self)]

    def gallery(self) -> list[Piece]:
        """Return every hero of the set, by level and name."""
        heroes = sorted(self.heroes.heroes, key=lambda hero: (hero.level, hero.name))
        return [pieces.hero_piece(self, hero.id, f"card/{hero.id}", NOBODY) for hero in heroes]

    def mark(self, scene: Scene) -> None:
        """Mark what may act, and the Fronts of an attack in progress."""
        pieces.mark(scene, self.node)

    def question(self) -> Sentence:
        """Return the question of the phase."""
        action, phase = self.node.field("action"), self.node.field("phase").text()
        data: dict[str, object] = {name: action.field(name).value for name in ("front", "target", "power")}
        if phase == "place":
            placed = self.seat_node(self.viewer).field("draft").field("placed").items()
            data["front"] = FRONT_NAMES[len(placed)]
        data["by"] = "weapon" if action.field("weapons").integer() else "magic"
        if phase in ("reserve", "defence"):
            data |= self._clash()
        return self.words.say("prompts", phase, data)

    def _clash(self) -> dict[str, object]:
        """Return what strikes in the attack in progress, and what it takes as far as no reserve changes it."""
        state = self.state()
        told = self._told(self._blow(own_state(state.copy(), Crossing), self.viewer, self.rules.hold))
        level = self.seat_node(state.seat).fields().get("reserve_level")
        if state.phase == board.DEFENCE and level is not None and level.value is not None:
            told["strikers"] = self.word("and_reserve", strikers=told["strikers"], level=level.value)
        return told

    def _told(self, blow: Blow) -> dict[str, object]:
        """Return what an attack does in words: who strikes, and what is lost."""
        side = "take" if self.state().seat == self.viewer else "lose"
        loss = self.word(f"{side}_{blow.outcome()}", kills=blow.kills, hits=blow.hits)
        strikers = pieces.count_soldiers(self.words, [blow.magics, blow.weapons, 0, 0])
        return {"strikers": strikers, "loss": loss, "blocked": blow.blocked}

    def _blow(self, state: Crossing, seat: Seat, action: int) -> Blow:
        """Return what an attack does where nobody plays a reserve, and the action with which it goes on."""
        rival, target = 1 - state.seat, state.target
        if state.phase == board.TURN:
            target = self.game.actions.decode(action)["target"]
        start, health = 12 * rival + 4 * target, state.health[rival]
        before = sum(state.soldiers[start : start + 4])
        events = play_attack(state, seat, action)
        muster = next(event for event in events if event.kind == "muster").open
        weapons, magics = (int(str(muster[name])) for name in ("weapons", "magics"))
        kills = before - sum(state.soldiers[start : start + 4])
        blocked = next((int(str(event.open["count"])) for event in events if event.kind == "blocked"), 0)
        return Blow(weapons, magics, kills, health - state.health[rival], state.health[rival] == 0, blocked)

    def result(self) -> Result:
        """Return how the match ended; the rules end it with a Monarch's fall or the last round."""
        if "ending" in self.view:
            return super().result()
        winner = self.node.field("winner").integer(NOBODY, 1)
        return Result(winner, "last_round" if winner == NOBODY else "monarch_falls")

    # ---- labels and handles ----

    def label(self, deed: Deed) -> str:
        """Return what the button of an action says."""
        return self.words.say("labels", self._label_key(deed), self._label_data(deed)).plain()

    def _label_key(self, deed: Deed) -> str:
        return f"done_{self.state().kinds(self.viewer)[0]}" if deed.kind == "done" else deed.name

    def verb(self, deed: Deed) -> tuple[str, str]:
        """Return what the flag of an action says, and how it is drawn."""
        return self.words.tables["verbs"][self._label_key(deed)], VERB_LOOKS.get(deed.name, "")

    def price(self, deed: Deed) -> Price:
        """Return what an action costs: activating a Front is a turn, a replaced hero and a card played are gone."""
        state = self.state()
        if deed.name == "replace":
            return Price(whole_turn=True, card=str(self._label_data(deed)["old"]))
        if state.phase == board.TURN:
            return Price(whole_turn=True)
        if deed.kind in ("reserve", "discard"):
            return Price(card=state.rules.ids[deed["card"]])
        return Price(lasting=deed.kind in ("pick", "place"))

    def turn(self, state: State) -> tuple[int, ...]:
        """Return whose turn it is, and which: a turn is one activation."""
        b = own_state(state, Crossing)
        return (b.seat, b.round, sum(b.activated)) if b.phase > board.PLACE else (NOBODY,)

    def _label_data(self, deed: Deed) -> dict[str, object]:
        data: dict[str, object] = {"level": deed["level"], **deed.words()}
        if deed.name == "replace":
            old = self.state().heroes[9 * self.viewer + 3 * deed["front"] + deed["place"]]
            data["old"] = self.rules.ids[old]
        return data

    def handles(self, deed: Deed) -> list[str]:
        """Return the handles that a person touches, in order, to mean an action."""
        seat = self.viewer
        words = deed.words()
        front = f"{seat}/{words.get('front')}"
        if deed.kind in ("pick", "discard", "reserve"):
            return [f"{seat}/hand/{words['card']}"]
        if deed.kind in ("place", "hire"):
            return [f"{seat}/hand/{words['card']}", f"{front}/{words['place']}" if deed.name == "replace" else front]
        if deed.kind == "draw":
            return [f"stack/{words['level']}"]
        if deed.kind in ("recruit", "flank"):
            return [front]
        return self._army_handles(deed, front)

    def _army_handles(self, deed: Deed, front: str) -> list[str]:
        state, seat = self.state(), self.viewer
        if deed.kind == "attack":
            return [front, f"{1 - seat}/{FRONT_NAMES[deed['target']]}"]
        if deed.kind == "move":
            soldier = f"{seat}/{FRONT_NAMES[state.front]}/{SOLDIER_NAMES[deed['soldier']]}"
            return [soldier, f"{seat}/{FRONT_NAMES[deed['target']]}"]
        if deed.kind == "kill":
            return [f"{1 - seat}/{FRONT_NAMES[state.target]}/{SOLDIER_NAMES[deed['soldier']]}"]
        return []

    # ---- previews ----

    def preview(self, action: int) -> list[Sentence]:
        """Return what is certain to follow an action, as far as no reserve and no draw changes it."""
        deed = self.game.actions.decode(action)
        if deed.kind == "attack":
            return self._preview_attack(deed)
        return self._preview_gain(deed) if deed.kind in ("hire", "recruit") else []

    def effects(self, action: int) -> list[Effect]:
        """Return the health that an attack takes from a Monarch, as far as no reserve changes it."""
        if self.game.kind(action) != "attack":
            return []
        state, rival = self.state(), 1 - self.viewer
        health = state.health[rival]
        play_attack(state, self.viewer, action)
        hurt = state.health[rival]
        return [Effect(f"{rival}/monarch", "health", health, hurt)] if hurt != health else []

    def _preview_gain(self, deed: Deed) -> list[Sentence]:
        state = self.state()
        before = state.soldiers[:]
        state.apply(self.viewer, deed.action)
        start = 12 * self.viewer + 4 * deed["front"]
        gains = [state.soldiers[start + soldier] - before[start + soldier] for soldier in range(4)]
        gained = pieces.count_soldiers(self.words, gains)
        data: dict[str, object] = {"gains": gained, "front": FRONT_NAMES[deed["front"]], "power": state.power}
        return [self.words.say("texts", f"preview_{deed.kind}", data)]

    def _preview_attack(self, deed: Deed) -> list[Sentence]:
        """Return what an attack does where both hands are empty."""
        state = self.state()
        start = 12 * (1 - self.viewer) + 4 * deed["target"]
        defenders = pieces.count_soldiers(self.words, state.soldiers[start : start + 4])
        blow = self._blow(own_state(state.copy(), Crossing), self.viewer, deed.action)
        data = {**self._told(blow), "defenders": defenders}
        keys = ["preview_attack", "preview_attack_hits", *(["preview_blocked"] if blow.blocked else [])]
        return [self.words.say("texts", key, data) for key in keys]


@dataclass
class Blow:
    """What an attack does: who strikes, how many soldiers fall, the hits on the Monarch, the strikes armor stops."""

    weapons: int
    magics: int
    kills: int
    hits: int
    fatal: bool
    blocked: int

    def outcome(self) -> str:
        """Return what it comes to, as the end of a key of the words."""
        if self.fatal:
            return "monarch"
        return {(0, 0): "nothing", (1, 0): "soldiers", (0, 1): "health"}.get(
            (min(1, self.kills), min(1, self.hits)), "both"
        )


def play_attack(state: Crossing, seat: Seat, action: int) -> list[Event]:
    """Play an attack out without reserves; which soldiers the attacker chooses changes no number."""
    state.hands, state.reserves = [[], []], [NONE, NONE]
    attacker = state.seat
    sink: list[Event] = []
    state.apply(seat, action, sink)
    while state.kinds(attacker) == ["kill"]:
        state.apply(attacker, state.legal(attacker)[0], sink)
    return sink
