"""Reads a rule that is written as properties: from where, to where, which service, and what is done. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from agent.planner.order.read_entry import ALLOWING, DENYING
from agent.reader.english import split_name

_ALL = frozenset({"any", "all", "any4", "0.0.0.0/0", "*"})
_FROM = ("source", "src", "from", "in")
_TO = ("destination", "dest", "dst", "to", "out")
_ADDRESSES = ("addr", "address", "addresses", "network", "net", "ip", "")
_INTERFACES = ("intf", "interface", "interfaces", "zone", "if", "zones")
_SERVICES = frozenset(
    {"service", "services", "protocol", "proto", "application", "applications", "port", "ports"}
)
_SILENT = frozenset(
    {"name", "comment", "comments", "description", "log", "logtraffic", "schedule", "uuid", "label", "nat", "status",
     "action", "disabled", "enabled", "id", "seq", "sequence", "key", "rule", "logging", "index"}
)  # fmt: skip
_SWITCHED = ("status", "state", "enabled", "enable", "active")
_OFF = frozenset({"disable", "disabled", "down", "off", "inactive", "no", "false"})


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule; each side is the names it is given by, none where it does not say. `others` are further conditions."""

    sources: tuple[str, ...]
    destinations: tuple[str, ...]
    inside: tuple[str, ...]
    outside: tuple[str, ...]
    services: tuple[str, ...]
    others: tuple[str, ...]
    allows: bool
    off: bool


def read_rule(values: Mapping[str, object]) -> Rule | None:
    """Read a rule from its properties; None where they do not say what is done with what it holds."""
    done = [word for value in values.values() for word in _texts(value) if word.lower() in ALLOWING | DENYING]
    sides = {name: _side(name) for name in values}
    if not {"sources", "destinations"} & set(sides.values()):
        sides |= {name: side for name, side in (("from", "sources"), ("to", "destinations")) if name in sides}
    if len(done) != 1 or not any(kind in ("sources", "destinations") for kind in sides.values()):
        return None
    kinds = ("sources", "destinations", "inside", "outside", "services", "others")
    told = {
        kind: tuple(text for name, value in values.items() if sides[name] == kind for text in _texts(value))
        for kind in kinds
    }
    return Rule(
        told["sources"], told["destinations"], told["inside"], told["outside"], told["services"], told["others"],
        done[0].lower() in ALLOWING, is_off(values),
    )  # fmt: skip


def is_open(names: Sequence[str]) -> bool:
    """Tell whether a side holds everything: it says so, or says nothing."""
    return not names or any(name.lower() in _ALL for name in names)


def is_off(values: Mapping[str, object]) -> bool:
    """Tell whether a thing's properties say that it is switched off."""
    for name, value in values.items():
        last, text = (split_name(name) or ("",))[-1], str(value).lower()
        if last in _SWITCHED and text in _OFF:
            return True
        if last in ("disabled", "disable", "inactive", "shutdown") and text in ("true", "yes", "on", "1"):
            return True
    return False


def _side(name: str) -> str:
    """Tell which side of a rule a property is: srcaddr, source-address, in-interface, from."""
    words = split_name(name)
    if not words or words[-1] in ("mask", "prefix") or set(words) & _SILENT:
        return ""
    joined = "".join(words)
    for starts, addresses, interfaces in ((_FROM, "sources", "inside"), (_TO, "destinations", "outside")):
        rest = next((joined[len(one) :] for one in starts if joined.startswith(one)), None)
        if rest is None:
            continue
        if rest in _INTERFACES:
            return interfaces
        if rest in _ADDRESSES and not (rest == "" and words[0] in ("in", "out", "from", "to")):
            return addresses
        if rest in ("", *_INTERFACES):
            return interfaces
    return "services" if set(words) & _SERVICES or joined.endswith(("port", "ports")) else "others"


def _texts(value: object) -> Iterable[str]:
    return [str(one) for one in value] if isinstance(value, tuple | list) else [str(value)]
