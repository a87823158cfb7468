"""Work the rules of Pocket-Tactics out a second time, slowly and from the rules page alone, on plain coordinates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

from warband.games.pocket_tactics.pack import Unit, UnitSet
from warband.kernel.validation import Node

Hex = tuple[int, int]
Steps = tuple[tuple[Hex, Hex], ...]

AROUND = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
TYPES = ["melee", "magic", "archery"]
MANNERS = {"melee": ("melee", True), "magic close": ("magic", True), "magic ranged": ("magic", False)}
MANNERS["archery"] = ("archery", False)


def read_hex(text: str) -> Hex:
    q, r = text.split(",")
    return int(q), int(r)


def show(place: Hex) -> str:
    return f"{place[0]},{place[1]}"


class Oracle:
    """A position as a person sees it: terrain by hex, bases and units by hex, reserves by name."""

    def __init__(self, position: dict[str, object], pack: UnitSet) -> None:
        node = Node(position, "position")
        self.pack = pack
        self.kinds: dict[str, Unit] = {unit.id: unit for unit in pack.units}
        self.terrain: dict[Hex, str] = {}
        for line in node.field("tiles").texts():
            where, kind = line.split(" ")
            self.terrain[read_hex(where)] = kind
        seats = node.field("seats").items()
        self.bases: list[Hex] = [read_hex(seat.field("base").text()) for seat in seats]
        self.units: list[dict[Hex, str]] = [
            {read_hex(where): unit.text() for where, unit in seat.field("units").fields().items()} for seat in seats
        ]
        self.reserves = [list(seat.field("reserves").fields()) for seat in seats]

    # ---- the map ----

    def beside(self, place: Hex) -> list[Hex]:
        """Return the tiles in play, terrain or base, that share a side with a hex."""
        near = [(place[0] + dq, place[1] + dr) for dq, dr in AROUND]
        return [hex_ for hex_ in near if hex_ in self.terrain or hex_ in self.bases]

    def distance(self, a: Hex, b: Hex) -> int:
        """Return the fewest steps through tiles in play; 3 for all that is farther than any range."""
        reached, steps = {a}, 0
        while b not in reached and steps < 3:
            reached |= {near for place in reached for near in self.beside(place)}
            steps += 1
        return steps

    def free(self, place: Hex) -> bool:
        return place in self.terrain and place not in self.units[0] and place not in self.units[1]

    def unit(self, seat: int, place: Hex) -> Unit:
        return self.kinds[self.units[seat][place]]

    def can(self, seat: int, place: Hex, ability: str) -> bool:
        return ability in self.unit(seat, place).abilities

    # ---- moves and summons ----

    def moves(self, seat: int, place: Hex) -> set[Hex]:
        """Return where a unit may go: beside it, beside an ally beside it, through the forest (MOV-01, MOV-02)."""
        found = set(self.beside(place))
        for ally in self.beside(place):
            if ally in self.units[seat]:
                found |= set(self.beside(ally))
        found = {to for to in found if self.free(to) or to == self.bases[seat]}
        if self.can(seat, place, "forest_walk") and self.terrain[place] == "forest":
            enemy = self.beside(self.bases[1 - seat])
            found |= {to for to, kind in self.terrain.items() if kind == "forest" and self.free(to) and to not in enemy}
        return found

    def summons(self, seat: int, name: str) -> set[Hex]:
        """Return where a reserve unit may be placed (SUM-01, Undergrowth Prowler)."""
        found = {to for to in self.beside(self.bases[seat]) if self.free(to)}
        if "undergrowth_prowler" in self.kinds[name].abilities:
            enemies = [*self.units[1 - seat], self.bases[1 - seat]]
            for to, kind in self.terrain.items():
                if kind == "forest" and self.free(to) and not any(near in enemies for near in self.beside(to)):
                    found.add(to)
        return found

    # ---- phalanx ----

    def declarations(self, seat: int, origin: Hex, to: Hex) -> set[frozenset[tuple[Hex, Hex]]]:
        """Return every complete declaration: who follows the mover and where, in any order that is possible."""
        if to == self.bases[seat]:
            return {frozenset()}
        spears = [place for place in self.units[seat] if place != origin and self.can(seat, place, "phalanx")]
        found = set()
        for count in range(len(spears) + 1):
            for order in permutations(spears, count):
                for steps in self.walks(seat, order, (set(self.units[seat]) - {origin}) | {to}):
                    if not steps or self.all_beside(seat, ((origin, to), *steps)):
                        found.add(frozenset(steps))
        return found

    def walks(self, seat: int, order: tuple[Hex, ...], own: set[Hex]) -> Iterator[Steps]:
        """Yield every way in which these units step one tile each, one after the other."""
        if not order:
            yield ()
            return
        first = order[0]
        for to in self.beside(first):
            if to in self.terrain and to not in own and to not in self.units[1 - seat]:
                for rest in self.walks(seat, order[1:], (own - {first}) | {to}):
                    yield ((first, to), *rest)

    def all_beside(self, seat: int, steps: Steps) -> bool:
        own = set(self.units[seat])
        for origin, to in steps:
            own = (own - {origin}) | {to}
        return all(any(near in own for near in self.beside(to)) for _, to in steps)

    # ---- assaults ----

    def assaults(self, seat: int) -> set[tuple[Hex, Hex, str]]:
        """Return every legal assault: attacker, target, manner."""
        found = set()
        for place in self.units[seat]:
            for target in [*self.units[1 - seat], self.bases[1 - seat]]:
                for manner in MANNERS:
                    if self.may_assault(seat, place, target, manner):
                        found.add((place, target, manner))
        return found

    def may_assault(self, seat: int, place: Hex, target: Hex, manner: str) -> bool:
        kind, close = MANNERS[manner]
        unit, distance = self.unit(seat, place), self.distance(place, target)
        if unit.offense[TYPES.index(kind)] == 0:
            return False
        if close:
            return distance == 1
        return distance <= unit.range[TYPES.index(kind)] and (distance == 1 or target not in self.bases)

    def guardians(self, seat: int, target: Hex) -> list[Hex]:
        """Return the guardians of the assaulted unit."""
        if target in self.bases:
            return []
        near = [place for place in self.beside(target) if place in self.units[1 - seat]]
        return [place for place in near if self.can(1 - seat, place, "guardian")]

    def swap(self, seat: int, target: Hex, guardian: Hex) -> None:
        units = self.units[1 - seat]
        units[target], units[guardian] = units[guardian], units[target]

    def dice(self, seat: int, place: Hex, target: Hex, manner: str) -> dict[str, int]:
        """Return how many dice each pool has (ASL-03, RRL-07, RNG-03, WIN-02)."""
        kind, close = MANNERS[manner]
        index = TYPES.index(kind)
        attacker = self.unit(seat, place)
        found = {"strike": attacker.offense[index], "shield": 3, "counter": 0, "guard": 0}
        if target in self.bases:
            return found
        defender, distance = self.unit(1 - seat, target), self.distance(place, target)
        found["shield"] = defender.defense[index]
        if close or distance == 1 or defender.range[index] >= distance:
            found["counter"] = defender.offense[index]
        found["guard"] = attacker.defense[index] if found["counter"] else 0
        return found

    def helpers(self, seat: int, place: Hex, target: Hex) -> list[list[Hex]]:
        """Return who assists either seat: units beside the assaulted tile that do not fight (RRL-05)."""
        near = [other for other in self.beside(target) if other != place]
        return [[other for other in near if other in self.units[side]] for side in range(2)]

    def assists(self, seat: int, place: Hex, target: Hex) -> list[int]:
        found = [0, 0]
        for side, helpers in enumerate(self.helpers(seat, place, target)):
            found[side] += sum(2 if self.can(side, other, "strength_in_numbers") else 1 for other in helpers)
            found[side] += 2 if self.bases[side] in self.beside(target) else 0
        return found

    def situational(self, seat: int, place: Hex, target: Hex, manner: str) -> list[int]:
        """Return the situational re-rolls of both seats: Assists, and terrain for the attacker (RRL-04)."""
        found = self.assists(seat, place, target)
        tile = self.terrain.get(target if MANNERS[manner][1] else place, "none")
        names = ["water", "field", "hill", "forest"]
        found[seat] += tile == names[self.unit(seat, place).terrain]
        return found

    def special(self, seat: int, place: Hex, target: Hex) -> list[dict[str, int]]:
        """Return the special re-rolls of both seats (RRL-06)."""
        found: list[dict[str, int]] = []
        helpers, assists = self.helpers(seat, place, target), self.assists(seat, place, target)
        for side in range(2):
            where = place if side == seat else target
            skills = self.unit(side, where).abilities if where in self.units[side] else []
            weave = sum(self.can(side, other, "fate_weaver") for other in helpers[side])
            duel = "duelist" in skills and assists[1 - side] == 0
            plain = {"vengeance": "beasts_vengeance" in skills, "hide": "iron_hide" in skills, "duel": duel}
            found.append({**{name: int(has) for name, has in plain.items()}, "weave": weave})
        return found


def hits(off: list[int], defence: list[int]) -> bool:
    """Return whether a strike succeeds: equal dice cancel wherever they lie, then the highest left decides."""
    left = Counter(off) - Counter(defence)
    against = Counter(defence) - Counter(off)
    return bool(left) and (not against or max(left) > max(against))
