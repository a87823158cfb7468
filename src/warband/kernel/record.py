"""Write a match down as plain data, read it back, replay it, redact it for a seat."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field

from warband.kernel.chance import Chance
from warband.kernel.entries import DEEDS, Entry
from warband.kernel.errors import BadInput
from warband.kernel.game import Game, read_result
from warband.kernel.hooks import HOOKS
from warband.kernel.match import Match
from warband.kernel.seats import ALL, BOTH, CHANCE
from warband.kernel.validation import Node
from warband.kernel.views import Viewer

FORMAT = 1
FIELDS = [
    "warband",
    "game",
    "version",
    "options",
    "packs",
    "start",
    "players",
    "bots",
    "commitment",
    "contributions",
    "secret",
    "salt",
    "redacted_for",
    "mark",
    "entries",
    "waiting",
    "result",
]
ENTRY_FIELDS = ["ply", "by", "do", "deed", "seen_by", "open", "mark"]


@dataclass
class Record:
    """A match as plain data: game, rules version, options, packs, chance, players, entries, result."""

    game: str
    version: int
    options: dict[str, object]
    packs: dict[str, str]
    players: list[str]
    commitment: str
    entries: list[Entry] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    # The mark of what stands before the entries.
    mark: str = ""
    # The secret choice of one seat while the other's is still awaited; in a private save only.
    waiting: list[Entry] = field(default_factory=list)
    # The bots in the seats, by the name that seats them; empty for a person. A note, no part of the marks.
    bots: list[str] = field(default_factory=list)
    start: dict[str, object] | None = None
    contributions: tuple[str, str] = ("", "")
    secret: str = ""
    salt: str = ""
    redacted_for: int | None = None
    result: dict[str, object] | None = None

    def __repr__(self) -> str:
        ending = "unfinished" if self.result is None else str(read_result(Node(self.result, "result")))
        return f"<Record of {self.game}, {' against '.join(self.players)}, {len(self.entries)} entries, {ending}>"

    def __str__(self) -> str:
        names = {CHANCE: "chance", 0: self.players[0], 1: self.players[1]}
        lines = [f"{entry.ply}. {names[entry.seat]}: {entry.text}" for entry in self.entries]
        return "\n".join([repr(self), *lines])

    def verify(self) -> Match:
        """Replay the record and return its match, or raise BrokenRecord where an entry, chance or result is wrong."""
        from warband.kernel.verify import verify

        return verify(self, HOOKS.make_game(self.game, self.options))

    def replay(self) -> Match:
        """Return the match that the record holds, ready to go on where it was saved."""
        from warband.kernel.verify import replay

        return replay(self, HOOKS.make_game(self.game, self.options))

    def chance(self) -> Chance | None:
        """Return the chance of the match if its secret is known."""
        if not self.secret:
            return None
        return Chance(bytes.fromhex(self.secret), bytes.fromhex(self.salt), self.contributions)

    def header(self) -> dict[str, object]:
        """Return what the record says before its entries."""
        return {
            "warband": FORMAT,
            "game": self.game,
            "version": self.version,
            "options": self.options,
            "packs": self.packs,
            "start": self.start,
            "players": self.players,
            "commitment": self.commitment,
            "contributions": list(self.contributions),
        }

    def to_data(self) -> dict[str, object]:
        """Return the record as plain data, ready for JSON."""
        data = self.header()
        if self.secret:
            data["secret"], data["salt"] = self.secret, self.salt
        if self.redacted_for is not None:
            data["redacted_for"] = self.redacted_for
        if self.mark:
            data["mark"] = self.mark
        if any(self.bots):
            data["bots"] = self.bots
        marks: list[str] = self.marks or [""] * len(self.entries)
        if self.waiting:
            data["waiting"] = [entry_data(entry) for entry in self.waiting]
        data["entries"] = [entry_data(entry, mark) for entry, mark in zip(self.entries, marks, strict=True)]
        data["result"] = self.result
        return data

    def to_json(self) -> str:
        """Return the record as JSON, an entry a line."""
        data = self.to_data()
        entries = data.pop("entries")
        result = data.pop("result")
        lines = [json.dumps(entry) for entry in entries] if isinstance(entries, list) else []
        head = json.dumps(data, indent=1)[:-2]
        return f'{head},\n "entries": [\n  ' + ",\n  ".join(lines) + f'\n ],\n "result": {json.dumps(result)}\n}}\n'

    def redact(self, viewer: Viewer) -> Record:
        """Return the record as a viewer may know it; marks and secret would betray the rest, so they go."""
        if viewer == ALL:
            return self
        twin = Record(self.game, self.version, self.options, self.packs, self.players, self.commitment)
        twin.entries = [entry.seen(viewer) for entry in self.entries]
        twin.contributions = self.contributions
        twin.redacted_for = viewer
        twin.result = self.result
        return twin


def entry_data(entry: Entry, mark: str = "") -> dict[str, object]:
    """Return an entry as plain data; what is usual is left out."""
    data: dict[str, object] = {"ply": entry.ply, "by": "chance" if entry.seat == CHANCE else entry.seat}
    data["do"] = entry.text
    if entry.deed != "act":
        data["deed"] = entry.deed
    if entry.seen_by != BOTH:
        data["seen_by"] = list(entry.seen_by)
        data["open"] = entry.open
    if mark:
        data["mark"] = mark
    return data


def chain(header: dict[str, object], entries: list[Entry]) -> list[str]:
    """Return a mark for each entry that depends on everything before it, so that a change shows where it begins."""
    last = header_mark(header)
    marks: list[str] = []
    for entry in entries:
        last = _digest(last + json.dumps(entry_data(entry), sort_keys=True))
        marks.append(last)
    return marks


def header_mark(header: dict[str, object]) -> str:
    """Return the mark of what stands before the entries."""
    return _digest(json.dumps(header, sort_keys=True))


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def record_match(match: Match, private: bool = False) -> Record:
    """Write a match down; its secret goes in once it is over, or at once into a private save."""
    game, chance = match.game, match.chance
    record = Record(game.name, game.version, game.options, game.packs, match.first_players, chance.commitment())
    record.start = match.start
    record.contributions = chance.contributions
    record.entries = list(match.entries)
    record.mark = header_mark(record.header())
    record.marks = chain(record.header(), record.entries)
    result = match.result
    if result is not None:
        record.result = result.data()
    if private:
        record.waiting = match.secret_choices()
    if result is not None or private:
        record.secret, record.salt = chance.secret.hex(), chance.salt.hex()
    return record


# ---- reading ----


def read_record(data: object, where: str = "record") -> Record:
    """Return the record that plain data holds, or raise BadInput that names what is damaged."""
    node = Node(data, where)
    fields = node.only(FIELDS)
    if node.field("warband").integer() != FORMAT:
        raise node.field("warband").wrong(f"this Warband reads format {FORMAT} only")
    names = _two(node.field("players"), "players")
    record = Record(
        node.field("game").text(),
        node.field("version").integer(),
        node.field("options").mapping(),
        {name: digest.text() for name, digest in node.field("packs").fields().items()},
        names,
        node.field("commitment").text(),
    )
    _read_chance(record, fields)
    _read_rest(record, node, fields)
    return record


def _read_chance(record: Record, fields: dict[str, Node]) -> None:
    for name in ("secret", "salt"):
        if name in fields:
            try:
                setattr(record, name, bytes.fromhex(fields[name].text()).hex())
            except ValueError:
                raise fields[name].wrong("not hexadecimal digits") from None
    if "contributions" in fields:
        both = _two(fields["contributions"], "seats")
        record.contributions = (both[0], both[1])


def _two(node: Node, what: str) -> list[str]:
    texts = node.texts()
    if len(texts) != 2:
        raise node.wrong(f"there are 2 {what}")
    return texts


def _read_rest(record: Record, node: Node, fields: dict[str, Node]) -> None:
    if "start" in fields and fields["start"].value is not None:
        record.start = fields["start"].mapping()
    if "mark" in fields:
        record.mark = fields["mark"].text()
    if "bots" in fields:
        record.bots = _two(fields["bots"], "seats")
    if "redacted_for" in fields:
        record.redacted_for = fields["redacted_for"].integer(ALL, 1)
    for item in node.field("entries").items():
        record.entries.append(read_entry(item))
        record.marks.append(item.field("mark").text() if "mark" in item.fields() else "")
    if "waiting" in fields:
        record.waiting = [read_entry(item) for item in fields["waiting"].items()]
        if len(record.waiting) > 1 or any(entry.deed != "act" or entry.seat == CHANCE for entry in record.waiting):
            raise fields["waiting"].wrong("at most one secret choice can wait for the other")
    result = node.field("result")
    if result.value is not None:
        record.result = read_result(result).data()


def read_entry(node: Node) -> Entry:
    """Return the entry that plain data holds."""
    fields = node.only(ENTRY_FIELDS)
    by = node.field("by")
    seat = CHANCE if by.value == "chance" else by.integer(0, 1)
    deed = DEEDS[fields["deed"].one_of(DEEDS)] if "deed" in fields else "act"
    if seat == CHANCE and deed != "act":
        raise node.wrong(f"chance does not {deed}")
    seen_by = tuple(fields["seen_by"].integers(0, 1)) if "seen_by" in fields else BOTH
    covered = fields["open"].text() if "open" in fields else ""
    return Entry(node.field("ply").integer(), seat, node.field("do").text(), deed, seen_by, covered)


def check_playable(record: Record, game: Game) -> None:
    """Raise BadInput if a record was made under other rules or another pack, or is not whole."""
    if record.redacted_for is not None:
        raise BadInput(f"the record is redacted for seat {record.redacted_for}; only a whole record can be replayed")
    check_version("the record", record.version, game)
    check_packs(record, game)


def check_version(what: str, version: int, game: Game) -> None:
    """Raise BadInput if something was played under other rules than a game has now."""
    if version != game.version:
        raise BadInput(f"{what} was made under rules version {version} of {game.name}; this is version {game.version}")


def check_packs(record: Record, game: Game) -> None:
    """Raise BadInput if a record was made with another pack than a game is made with."""
    for name, digest in record.packs.items():
        if game.packs.get(name) != digest:
            raise BadInput(f"the record was made with another pack {name!r} than the one at hand")
