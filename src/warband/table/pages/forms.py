"""The form of a new match, made from what a game declares, and read back into an order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from warband.agents.levels import find_level, level_words, levels, missing
from warband.agents.roster import DEFAULT_ITERATIONS, MAKERS, is_program
from warband.kernel import registry
from warband.kernel.errors import BadInput
from warband.kernel.options import Option
from warband.kernel.packaged_game import shipped_packs
from warband.table.live.clock import NOT_YET, ZERO
from warband.table.live.games import game_with
from warband.table.live.match_order import ANY_SIDE, AT_ZERO, BOT, FORFEIT, MODES, SCREEN, WATCH, ClockRule, Order
from warband.table.live.table_factory import MOST_ADDED, MOST_MINUTES
from warband.table.pages.about import About, about
from warband.table.settings import Limits

OPTION: Final = "option-"
MOST_ITERATIONS: Final = Limits().most_iterations
LONGEST_NAME: Final = 24
LONGEST_DELAY: Final = 20
MINUTES: Final = (0, 5, 10, 20, 40)
ADDED: Final = (0, 5, 10, 30)
USUAL_LEVEL: Final = 3
STRONG_LEVEL: Final = 6
HINTS: Final = ("off", "on")
SIDES: Final = {"any": ANY_SIDE, "first": 0, "second": 1}

Given = dict[str, str]
Guests = tuple[str, ...]


@dataclass(frozen=True)
class Field:
    """One option as the form shows it: its choices with their words, or the bounds of a number."""

    name: str
    label: str
    help: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    low: int = 0
    high: int = 0


def fields(game: str, given: Given) -> tuple[list[Field], list[Field]]:
    """Return the options of a game that its form shows at once, and the rest."""
    entry, said = registry.entry(game), about(game)
    found = [_field(option, said, entry.package, given) for option in entry.options]
    kept = [field for field in found if len(field.choices) != 1]
    first = sorted(
        (field for field in kept if field.name in said.shown), key=lambda field: said.shown.index(field.name)
    )
    return first, [field for field in kept if field.name not in said.shown]


def _field(option: Option, said: About, package: str, given: Given) -> Field:
    value = given.get(OPTION + option.name, said.begins.get(option.name, str(option.default)))
    choices = option.choices
    if not choices and not isinstance(option.default, int):
        choices = tuple(shipped_packs(package)) if option.name == "pack" else (str(option.default),)
    worded = tuple((choice, said.choice_words(option.name, choice)) for choice in choices)
    # What is said after a word in backticks is for those who type options.
    text = option.text.partition("; `")[0]
    return Field(option.name, said.option_name(option.name), text, value, worded, option.low, option.high)


def other_options(game: str, options: dict[str, object]) -> list[tuple[str, str]]:
    """Return the options in which a match differs from the usual one, and the edition, each with its words."""
    said = about(game)
    found: list[tuple[str, str]] = []
    for option in registry.entry(game).options:
        value = options.get(option.name, option.default)
        if option.name == "edition" or str(value) != str(option.default):
            found.append((said.option_name(option.name), said.choice_words(option.name, str(value))))
    return found


def clock_line(rule: ClockRule) -> str:
    """Return the clock of a match in words, with what happens at zero."""
    if not rule.minutes:
        return "There is no clock."
    added = f", and {rule.added} seconds more after each decision" if rule.added else ""
    each = f"Each player has {rule.minutes} {'minute' if rule.minutes == 1 else 'minutes'}{added}."
    return f"{each} {ZERO[rule.at_zero]} {NOT_YET}"


@dataclass(frozen=True)
class Rival:
    """A bot that a form offers: its name, what is written on it, how it plays, and whether it can play here."""

    spec: str
    label: str
    text: str = ""
    available: bool = True


def rivals(game: str, given: str, guests: Guests = ()) -> list[Rival]:
    """Return the levels a form offers for a game, the bots of the host, and any other bot that a link named."""
    known = [
        Rival(level.name, f"{level.number}. {level.name}", level_words(level, game), not missing(level, game))
        for level in levels()
    ]
    known += [Rival(guest_name(guest), guest_name(guest)) for guest in guests]
    if not given or given in [rival.spec for rival in known] or find_level(given) is not None:
        return known
    return [*known, Rival(read_bot(given), given)]


def guest_name(guest: str) -> str:
    """Return what a bot of the host is called on pages: its name without its path, which is nobody's business."""
    return guest.rpartition(":")[2]


def public_name(bot: str, guests: Guests) -> str:
    """Return how a page and its forms name a bot; one that the host no longer offers has no name."""
    if bot in guests:
        return guest_name(bot)
    return "" if is_program(bot) else bot


def usual(key: str, game: str = "") -> str:
    """Return the level that is chosen unless somebody says otherwise; the second bot to watch is a stronger one."""
    wanted = levels()[: USUAL_LEVEL if key == "level" else STRONG_LEVEL]
    return next(level.name for level in reversed(wanted) if not missing(level, game))


def read_bot(spec: str, guests: Guests = ()) -> str:
    """Return the name of a bot that may be asked for over the web: a level, a built-in bot, or one of the host's."""
    for guest in guests:
        if spec == guest_name(guest):
            return guest
    level = find_level(spec)
    if level is not None:
        return level.name
    name, colon, number = spec.partition(":")
    few = number.isdecimal() and 0 < int(number[:9]) <= MOST_ITERATIONS if colon else True
    if name not in MAKERS or not few:
        names = ", ".join(found.name for found in levels())
        raise BadInput(f"There is no bot {spec!r} here; choose a level ({names}).")
    return spec if colon else f"{name}:{max(1, DEFAULT_ITERATIONS[name])}"


def filled_in(order: Order, guests: Guests = ()) -> Given:
    """Return the form that means an order, so that one button begins the same match again."""
    given = {"game": order.game, "mode": order.mode, "side": _side_words(order.side)}
    given |= {OPTION + name: str(value) for name, value in {**_plain(order.game), **order.options}.items()}
    given |= dict(zip(("level", "level2"), (public_name(bot, guests) for bot in order.bots), strict=False))
    given |= dict(zip(("name1", "name2"), order.names, strict=True)) if order.mode == SCREEN else {}
    clock = order.clock
    given |= {"minutes": str(clock.minutes), "added": str(clock.added), "at_zero": clock.at_zero}
    return given | {"delay": str(order.delay), "hints": HINTS[order.hints]}


def _plain(game: str) -> dict[str, object]:
    """Return what an order means that does not name the options with which a form begins otherwise."""
    begins = about(game).begins
    return {option.name: option.default for option in registry.entry(game).options if option.name in begins}


def _side_words(side: int) -> str:
    return next(word for word, number in SIDES.items() if number == side)


def against(order: Order, guests: Guests = ()) -> str:
    """Return against whom an order plays, in a few words."""
    if order.mode == BOT:
        return f"against {public_name(order.bots[0], guests) or usual('level', order.game)}"
    return "two at one screen" if order.mode == SCREEN else "with a friend far away"


# ---- reading ----


def read_order(given: Given, guests: Guests = ()) -> Order:
    """Return the order that a filled-in form means, or raise BadInput that says what is wrong."""
    game = given.get("game", "")
    entry = registry.entry(game)
    mode = _one_of("opponent", given.get("mode", BOT), MODES)
    options = about(game).begins | {
        name.removeprefix(OPTION): value for name, value in given.items() if name.startswith(OPTION)
    }
    _check_packs(options, entry.package)
    bound: dict[str, object] = dict(options)
    game_with(game, bound)
    side = SIDES[_one_of("side", given.get("side", "any"), tuple(SIDES))]
    delay = _number("delay", given.get("delay", "0"), LONGEST_DELAY)
    hints = _one_of("hints", given.get("hints", "off"), HINTS) == "on"
    return Order(game, bound, mode, _bots(mode, given, guests), side, _clock(given), _names(mode, given), delay, hints)


def _check_packs(options: Given, package: str) -> None:
    """Refuse a pack that does not ship: a page never opens a file of this machine."""
    known = shipped_packs(package)
    if "pack" in options and options["pack"] not in known:
        raise BadInput(f"option pack: {options['pack']!r} is not one of {', '.join(known)}")


def _bots(mode: str, given: Given, guests: Guests) -> tuple[str, ...]:
    wanted = {BOT: ("level",), WATCH: ("level", "level2")}.get(mode, ())
    return tuple(read_bot(given.get(key) or usual(key, given.get("game", "")), guests) for key in wanted)


def _clock(given: Given) -> ClockRule:
    minutes = _number("minutes", given.get("minutes", "0"), MOST_MINUTES)
    added = _number("seconds added", given.get("added", "0"), MOST_ADDED)
    return ClockRule(minutes, added, _one_of("what zero means", given.get("at_zero", FORFEIT), AT_ZERO))


def _names(mode: str, given: Given) -> tuple[str, str]:
    if mode != SCREEN:
        return "", ""
    first, second = clean_name(given.get("name1", "")) or "Blue", clean_name(given.get("name2", "")) or "Red"
    if first == second:
        raise BadInput(f"Both players are called {first!r}; give them different names.")
    return first, second


def clean_name(text: str) -> str:
    """Return a name as it is shown: printable, no double spaces, not too long."""
    kept = "".join(letter for letter in text if letter.isprintable())
    return " ".join(kept.split())[:LONGEST_NAME].strip()


def _one_of(what: str, value: str, known: tuple[str, ...]) -> str:
    if value not in known:
        raise BadInput(f"{what}: {value!r} is not one of {', '.join(known)}")
    return value


def _number(what: str, value: str, most: int) -> int:
    if not value.isdecimal() or len(value) > len(str(most)) or int(value) > most:
        raise BadInput(f"{what}: {value!r} is not a whole number from 0 to {most}")
    return int(value)
