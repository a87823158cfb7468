"""Compare two keyed trees and list the fewest changes that make a page show the second.

A change is a list that JSON can hold: `["set", address, attributes]`, `["fill", address, html]`,
`["add", parent, before, html]`, `["move", parent, before, key]` or `["cut", key]`. An address is a key, or a list of
a key and the places of children from there on; `before` is a key, or None for the end.
"""

from __future__ import annotations

from bisect import bisect_left
from html import escape

from warband.scene.markup import Attributes, Element

Change = list[object]
Address = list[object]


def changes(old: Element, new: Element) -> list[Change]:
    """Return what turns the old tree into the new one; both have the same root."""
    if (old.tag, old.key) != (new.tag, new.key):
        raise ValueError(f"the roots {old.key!r} and {new.key!r} are not the same element")
    changes = _Changes()
    changes.compare(old, new, [new.key])
    return changes.cuts + changes.rest


class _Changes:
    """Collect changes; what goes is cut first, so that no key is ever in a page twice."""

    def __init__(self) -> None:
        self.cuts: list[Change] = []
        self.rest: list[Change] = []

    def compare(self, old: Element, new: Element, address: Address) -> None:
        """Compare an element that stays."""
        if old is new:
            return
        if old.attributes != new.attributes:
            self.rest.append(["set", _short(address), _attribute_changes(old.attributes, new.attributes)])
        if _is_alike(old.children, new.children):
            self.compare_alike(old.children, new.children, address)
        elif _is_keyed(old.children) and _is_keyed(new.children):
            self.compare_keyed(_nodes(old.children), _nodes(new.children), address)
        else:
            self.rest.append(["fill", _short(address), _inside(new)])

    def compare_alike(self, old: list[Element | str], new: list[Element | str], address: Address) -> None:
        """Compare children one by one; most of them are the very same."""
        for place, other in enumerate(new):
            one = old[place]
            if one is not other and isinstance(one, Element) and isinstance(other, Element):
                self.compare(one, other, [other.key] if other.key else [*address, place])

    def compare_keyed(self, old: list[Element], new: list[Element], address: Address) -> None:
        """Compare children that have keys: cut those that are gone, put the others into order, add the new ones."""
        before = {node.key: node for node in old}
        kept = {node.key for node in new if node.key in before and before[node.key].tag == node.tag}
        self.cuts += [["cut", node.key] for node in old if node.key not in kept]
        resting = _longest_rise([node.key for node in old if node.key in kept], [n.key for n in new if n.key in kept])
        follower: str | None = None
        for node in reversed(new):
            if node.key not in kept:
                self.rest.append(["add", _short(address), follower, str(node)])
            else:
                if node.key not in resting:
                    self.rest.append(["move", _short(address), follower, node.key])
                self.compare(before[node.key], node, [node.key])
            follower = node.key


def _short(address: Address) -> object:
    return address[0] if len(address) == 1 else address


def _attribute_changes(old: Attributes, new: Attributes) -> dict[str, str | None]:
    """Return the attributes to set; None takes one away."""
    changed: dict[str, str | None] = {name: value for name, value in new.items() if old.get(name) != value}
    changed.update({name: None for name in old if name not in new})
    return changed


def _is_keyed(children: list[Element | str]) -> bool:
    return all(isinstance(child, Element) and child.key for child in children)


def _nodes(children: list[Element | str]) -> list[Element]:
    return [child for child in children if isinstance(child, Element)]


def _is_alike(old: list[Element | str], new: list[Element | str]) -> bool:
    """Return whether children can be compared one by one: the same tags, keys and texts in the same places."""
    if len(old) != len(new):
        return False
    for one, other in zip(old, new, strict=True):
        if one is other:
            continue
        if isinstance(one, str) or isinstance(other, str):
            if one != other:
                return False
        elif (one.tag, one.key) != (other.tag, other.key):
            return False
    return True


def _inside(node: Element) -> str:
    return "".join(escape(child) if isinstance(child, str) else str(child) for child in node.children)


def _longest_rise(old: list[str], new: list[str]) -> set[str]:
    """Return the most keys that need not move: those of a longest run that is in the same order in both."""
    places = {key: place for place, key in enumerate(old)}
    tails: list[int] = []
    ends: list[str] = []
    previous: dict[str, str] = {}
    for key in new:
        at = bisect_left(tails, places[key])
        tails[at : at + 1] = [places[key]]
        ends[at : at + 1] = [key]
        if at:
            previous[key] = ends[at - 1]
    rise: set[str] = set()
    last = ends[-1] if ends else ""
    while last:
        rise.add(last)
        last = previous.get(last, "")
    return rise
