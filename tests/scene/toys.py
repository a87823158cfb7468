"""Build toy scenes: two tables that could be played, and one small scene per kind of container."""

from __future__ import annotations

from tests.scene.toy_parts import alone, dice, fighter, hero, says, soldiers, unit

from warband.kernel.scene import (
    BACK,
    CARD,
    COLUMN,
    CORPSE,
    CUBE,
    DIE,
    GRID,
    HAND,
    HEXMAP,
    MARKS,
    PILE,
    ROW,
    TRACK,
    UNIT,
    Choice,
    Container,
    Number,
    Part,
    Piece,
    Scene,
    Sentence,
    Slot,
)
from warband.scene import text as text_renderer

KINDS = ("magic", "weapon", "potion", "armor")


def monarch(seat: int, name: str, sprite: str, health: int, marks: list[str]) -> Container:
    """Return a monarch's health as a track."""
    return Container(
        f"monarch{seat}",
        TRACK,
        name,
        "you" if seat == 0 else "rival",
        seat,
        sprite,
        numbers=[Number("health", health, 6, "heart")],
        marks=marks,
    )


def rival_fronts() -> list[Container]:
    """Return the other side's three fronts."""
    west = [hero("r0", "barbarian", 1, ["target"], weapon=2), *soldiers("rw", 1, weapon=3)]
    centre = [
        hero("r1", "man_at_arms", 1, ["aimed"], armor=1, draw=1),
        *soldiers("rc", 1, ["target"], armor=2, potion=1),
    ]
    east = [hero("r2", "hexer", 1, ["shielded"], magic=2), *soldiers("re", 1, magic=1)]
    return [
        Container(f"rf{at}", COLUMN, name, "rival_fronts", 1, pieces=pieces)
        for at, (name, pieces) in enumerate(zip(("West", "Centre", "East"), (west, centre, east), strict=True))
    ]


def own_fronts() -> list[Container]:
    """Return the viewer's three fronts."""
    west = [*soldiers("w", 0, weapon=1, potion=2), hero("h0", "monk", 0, ["done"], potion=1, draw=2)]
    centre = [
        *soldiers("c", 0, ["may_act"], weapon=4, magic=1),
        hero("h1", "fighter", 0, ["selected"], weapon=1, draw=1),
        hero("h1b", "swordmaster", 0, weapon=2, armor=1, draw=1),
    ]
    east = [*soldiers("e", 0, armor=1), hero("h2", "apprentice", 0, ["may_act"], magic=1, draw=1)]
    return [
        Container("f0", COLUMN, "West", "fronts", 0, pieces=west),
        Container("f1", COLUMN, "Centre", "fronts", 0, pieces=centre, marks=["active"]),
        Container("f2", COLUMN, "East", "fronts", 0, pieces=east),
    ]


def supply() -> Container:
    """Return the shared soldiers as a row of cubes."""
    left = {"magic": 9, "weapon": 4, "potion": 11, "armor": 0}
    pieces = [Piece(f"supply.{kind}", CUBE, kind, sprite=f"soldier_{kind}", count=left[kind]) for kind in KINDS]
    return Container("supply", PILE, "Supply", "shared", pieces=pieces)


def stacks() -> list[Container]:
    """Return three face-down stacks and a discard."""
    decks = [
        Container(f"stack{level}", PILE, f"Level {level}", "shared", numbers=[Number("cards", count)])
        for level, count in ((1, 15), (2, 16), (3, 10))
    ]
    lost = [Piece("lost0", CARD, "Bard", sprite="bard"), Piece("lost1", CARD, "Acolyte", sprite="acolyte")]
    return [*decks, Container("discard", PILE, "Discard", "shared", pieces=lost)]


def duel() -> Scene:
    """Return a table with three fronts a side, monarchs, stacks, supply and a hand."""
    hand = [
        hero("hand0", "herbalist", 0, ["may_act"], potion=2, draw=1),
        hero("hand1", "knight", 0, ["may_act"], armor=1, weapon=1),
        hero("hand2", "archmage", 0, magic=3, draw=2),
    ]
    rival_hand = Container(
        "rhand", HAND, "Hand", "rival", 1, pieces=[Piece("rback", BACK, "cards", 1, count=4, note="two of level 2")]
    )
    choices = [
        Choice(3, "attack f1 > rf0 weapon", "Attack West with a weapon", ["f1", "rf0"]),
        Choice(4, "attack f1 > rf1 weapon", "Attack Centre with a weapon", ["f1", "rf1"]),
        Choice(7, "attack f1 > rf1 magic", "Attack Centre with magic", ["c.magic", "rf1"]),
        Choice(17, "recruit f2", "Recruit at the east front", ["f2"]),
        Choice(21, "done", "End the turn", []),
    ]
    prompt = Sentence(
        [Part("Your "), Part("Fighter", "h1"), Part(" attacks: choose a soldier and a front across the river.")]
    )
    log = [
        "Round 4 begins. You go first.",
        "Red reinforced the east front with a Hexer.",
        "Your Monk recruited 1 potion.",
    ]
    return Scene(
        "toy-duel",
        "Three Fronts",
        0,
        heading="round 4, attack phase",
        players=["Blue", "Red"],
        layout=[["rival"], ["rival_fronts"], ["shared"], ["fronts"], ["you"], ["hand"]],
        containers=[
            monarch(1, "The King", "king", 4, ["first"]),
            rival_hand,
            *rival_fronts(),
            supply(),
            *stacks(),
            *own_fronts(),
            monarch(0, "The Queen", "queen", 5, ["active"]),
            Container("hand", HAND, "Your hand", "hand", 0, pieces=hand),
        ],
        prompt=prompt,
        choices=choices,
        log=[says(line) for line in log],
    )


LETTERS = {"field": "F", "forest": "T", "hill": "H", "water": "~", "keep": "K", "stronghold": "S"}
TERRAIN = {
    (1, -6): "stronghold", (1, -5): "forest", (2, -5): "forest", (0, -4): "hill", (1, -4): "forest", (2, -4): "forest",
    (3, -4): "water", (-1, -3): "field", (0, -3): "forest", (1, -3): "water", (2, -3): "field", (-2, -2): "forest",
    (-1, -2): "forest", (0, -2): "field", (1, -2): "hill", (2, -2): "forest", (-2, -1): "field", (-1, -1): "water",
    (0, -1): "forest", (1, -1): "field", (-1, 0): "hill", (0, 0): "keep",
}  # fmt: skip
OPEN = {(1, -2), (2, -2), (2, -4)}


def hex_slots() -> list[Slot]:
    """Return the ground of the toy map, some of it open to a move."""
    return [
        Slot(f"{q},{r}", sprite.capitalize(), (q, r), sprite, LETTERS[sprite], ["target"] if (q, r) in OPEN else [])
        for (q, r), sprite in TERRAIN.items()
    ]


def armies() -> list[Piece]:
    """Return the units of the toy map."""
    conscript = unit("u2", "conscript", 0, (0, -2), [])
    conscript.badges = ["Assists +2"]
    return [
        unit("u1", "archer", 0, (2, -3), ["selected"]),
        conscript,
        unit("u3", "shieldmaiden", 0, (-1, 0), ["may_act"]),
        unit("u4", "knight", 0, (0, -1), ["done"], life=2),
        unit("v1", "marauder", 1, (1, -4), ["target"]),
        unit("v2", "druid", 1, (0, -4), [], life=3),
        unit("v3", "cursed_ranger", 1, (1, -3), ["falls", "shielded"]),
    ]


def pools() -> list[Container]:
    """Return the dice of a combat, a row for each pool."""
    strike = dice("strike", 0, "sword", [6, 4, 1], {0: ["done"], 1: ["target"], 2: ["selected"]})
    defend = dice("defence", 1, "shield", [6, 3], {0: ["done"]})
    answer = [
        Piece("counter0", DIE, "Die", 1, numbers=[Number("value", 5, icon="die")], note="unused"),
        Piece("counter1", DIE, ""),
    ]
    return [
        Container("strike", ROW, "Strike", "combat", 0, pieces=strike),
        Container("defence", ROW, "Defence", "combat", 1, pieces=defend),
        Container("counter", ROW, "Counter", "combat", 1, pieces=answer),
    ]


def odds(**shares: int) -> Container:
    """Return the odds of a combat."""
    numbers = [Number(label, share, 100, "odds") for label, share in shares.items()]
    return Container("odds", TRACK, "Odds", "combat", numbers=numbers)


def campaign(turned: bool = False) -> Scene:
    """Return a table with a hex map, steps of a turn, and a combat beside it."""
    steps = [Slot("s1", "Move", marks=["done"]), Slot("s2", "Assault", marks=["active"]), Slot("s3", "Summon")]
    return Scene(
        "toy-campaign",
        "Hexes",
        1 if turned else 0,
        heading="turn 7",
        players=["Legion", "Tribes"],
        layout=[["steps"], ["map"], ["combat"]],
        containers=[
            Container("map", HEXMAP, "Map", "map", slots=hex_slots(), pieces=armies(), turned=turned),
            Container("turn", TRACK, "Turn", "steps", slots=steps),
            *pools(),
            odds(win=58, tie=14, lose=28),
        ],
        prompt=says("Move your Archer, or shoot the Marauder."),
        choices=[
            Choice(at, f"move archer 2,-3 > {q},{r}", f"Move the Archer to {q},{r}", ["u1", f"{q},{r}"])
            for at, (q, r) in enumerate(sorted(OPEN))
        ],
        log=[says("The Marauder moved into the forest.")],
    )


def sprawl() -> Scene:
    """Return a thin map of twelve columns and many rows, as wide as one of 22 tiles is likely to be."""
    places = [(at, -at - at // 9) for at in range(12)] + [(1, -at) for at in range(3, 13)]
    kinds = list(LETTERS)
    slots = [
        Slot(f"{q},{r}", kinds[(q - r) % 4].capitalize(), (q, r), kinds[(q - r) % 4], LETTERS[kinds[(q - r) % 4]])
        for q, r in places
    ]
    pieces = [unit("u", "archer", 0, (0, 0), ["may_act"]), unit("v", "juggernaut", 1, (11, -12), ["target"])]
    return alone(Container("sprawl", HEXMAP, "Map", slots=slots, pieces=pieces))


def squads() -> Scene:
    """Return a table with rows of slots, one of them acting now, and a hand."""
    fighters = [
        fighter("a1", "knight", 0, (0, 0), ["done"], "Intercept"),
        fighter("a2", "gunner", 0, (1, 0), ["selected"], "Steady aim"),
        fighter("a3", "dragon_mage", 0, (1, 1), ["may_act", "first"], "Firestorm"),
        Piece("a4", CORPSE, "Witch", 0, at=(2, 2), note="corpse of a Witch"),
    ]
    foes = [
        fighter("b1", "assassin", 1, (0, 0), ["falls"], "Ambush"),
        fighter("b2", "vampire", 1, (0, 1), ["aimed", "target"], "Thirst"),
        fighter("b3", "healer", 1, (1, 1), ["shielded"], "Mend"),
    ]
    foes[2].badges = ["Behind Vampire"]
    hand = [
        fighter("hand1", "oracle", 0, None, [], "Foresee"),
        fighter("hand2", "paladin", 0, None, ["may_act"], "Guard"),
    ]
    return Scene(
        "toy-squads",
        "Squads",
        0,
        heading="fight 1, flank wave",
        players=["You", "Count Orlo"],
        layout=[["theirs"], ["ours"], ["hand"]],
        containers=[
            Container("theirs", COLUMN, "Count Orlo's unit", "theirs", 1, inside=ranks("t", foes, 1)),
            Container("ours", COLUMN, "Your unit", "ours", 0, inside=ranks("o", fighters, 0)),
            Container("deck", PILE, "Deck", "hand", 0, numbers=[Number("cards", 13)]),
            Container("hand", HAND, "Your hand", "hand", 0, pieces=hand),
        ],
        prompt=says("Gunner attacks. Choose one of 2 targets."),
        choices=[Choice(1, "attack a2 > b2", "Attack Vampire", ["a2", "b2"]), Choice(2, "end", "end", [])],
    )


def ranks(prefix: str, pieces: list[Piece], side: int) -> list[Container]:
    """Return three rows of three slots with the pieces that stand in them."""
    found = []
    for row, name in enumerate(("Vanguard", "Flank", "Rear")):
        slots = [
            Slot(
                f"{prefix}{row}{column}",
                f"{name[0]}{column + 1}",
                (row, column),
                marks=["target"] if (side, row, column) == (0, 2, 0) else [],
            )
            for column in range(3)
        ]
        held = [piece for piece in pieces if piece.at and piece.at[0] == row]
        marks = ["active"] if (side, row) == (0, 1) else []
        found.append(Container(f"{prefix}{row}", ROW, name, side=side, slots=slots, pieces=held, marks=marks))
    return found


def everything() -> Container:
    """Return a grid that shows every kind of piece and every mark."""
    marked = [
        Piece(f"m{at}", CARD, f"Marked {mark}", at % 2, "witch", at=(at // 3, at % 3), marks=[mark])
        for at, mark in enumerate(MARKS)
    ]
    kinds = [
        Piece(
            "k0", UNIT, "Unit", 0, "ranger", "a note", [Number("life", 16, 24, "heart")], at=(3, 0), badges=["hill +1"]
        ),
        Piece("k1", CUBE, "armor", 1, "soldier_armor", at=(3, 1), count=3),
        Piece("k2", CORPSE, "Corpse", 1, at=(3, 2)),
        Piece("k3", BACK, "cards", 1, at=(4, 0), count=3),
    ]
    return Container(
        "all", GRID, "Everything", pieces=marked + kinds, slots=[Slot("g42", "Gate", (4, 2), marks=["target"])]
    )


def kinds() -> dict[str, Scene]:
    """Return one small scene per kind of container."""
    cards = [hero("c1", "knight", 0, ["may_act"], weapon=2), hero("c2", "bard", 0, draw=2)]
    steps = [Slot("t1", "Dawn", marks=["done"]), Slot("t2", "Noon", marks=["active"])]
    nested = [
        Container("n1", PILE, "Deck", side=0, numbers=[Number("cards", 7)]),
        Container("n2", ROW, "Bench", pieces=cards[:1]),
    ]
    return {
        COLUMN: alone(Container("col", COLUMN, "Front", side=0, pieces=[*cards, *soldiers("s", 0, weapon=2, magic=1)])),
        ROW: alone(Container("row", ROW, "Rank", side=1, pieces=cards, marks=["active"], badges=["uphill"])),
        GRID: alone(everything()),
        HAND: alone(Container("hand", HAND, "Hand", side=0, pieces=cards)),
        PILE: alone(Container("pile", PILE, "Discard", pieces=cards)),
        TRACK: alone(
            Container("track", TRACK, "Day", slots=steps, numbers=[Number("health", 5, 6, "heart"), Number("gold", 3)])
        ),
        HEXMAP: alone(
            Container(
                "hexes",
                HEXMAP,
                "Map",
                slots=hex_slots()[:9],
                pieces=[unit("u", "archer", 0, (2, -4), ["may_act"], life=2)],
            )
        ),
        "nested": alone(Container("outer", COLUMN, "Camp", side=0, inside=nested, numbers=[Number("tents", 4)])),
    }


def tables() -> dict[str, Scene]:
    """Return every toy scene by name."""
    maps = {"campaign": campaign(), "turned": campaign(turned=True), "sprawl": sprawl()}
    return {"duel": duel(), **maps, "squads": squads(), **kinds()}


def words_of(scene: Scene, width: int) -> str:
    """Return a picture as one line of words."""
    return " ".join(text_renderer.render(scene, width).replace("|", " ").split())
