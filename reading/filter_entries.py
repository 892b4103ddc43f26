"""Reads entries of filters, prefix lists and route policies into the same fields in every syntax."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from typing import Any

from reading.tokens import convert, shape

NUMBERS = ("seq", "sequence", "rule", "entry", "id", "index", "node", "line", "term", "statement")
ACTIONS = ("permit", "deny", "allow", "accept", "drop", "reject", "discard", "block", "pass", "remark")
ANY = ("any", "any4", "any6", "any-ipv4", "any-ipv6", "all", "*")
GROUPS = ("object", "object-group", "addrgroup", "address-group", "address-set", "net-group", "prefix-list")
PROTOCOLS = ("tcp", "udp", "icmp", "icmpv6", "icmp6", "gre", "esp", "ah", "ospf", "sctp")
OPERATORS = {"eq": 1, "neq": 1, "gt": 1, "lt": 1, "range": 2}
LENGTHS = {"ge": "ge", "le": "le", "eq": "eq", "greater-equal": "ge", "less-equal": "le"}
SIDES = {"source": "source", "src": "source", "from": "source", "sport": "source"}
SIDES |= dict.fromkeys(("destination", "dest", "dst", "to", "dport"), "destination")
AROUND = {"match", "from", "ip", "ip6", "ipv4", "ipv6", "address", "addr", "prefix", "network", "group"}
AROUND |= {"list", "eq", "next", "header"}
"""Words that may stand around those for the source, the destination and the protocol in a property's name."""
WORDS_OF_FIELDS = {"s": "source", "d": "destination", "p": "protocol", "j": "action", "jump": "action"}
WORDS_OF_FIELDS |= {"then": "action", "srcaddr": "source", "dstaddr": "destination"}
WORDS_OF_FIELDS |= {"dport": "destination_port", "sport": "source_port"}
TEXTS = {"description", "comment", "name", "header", "alias"}
"""Words that open free text, which may hold what reads like an entry: `description permit ip any`."""
EXACT = re.compile(r"0(?:\.0\.0\.0)?$")
"""As a mask behind an address: a wildcard that leaves nothing open."""
HOST = "host"
MOST_WORDS = 60
MOST_BEFORE = 2
"""Words of an entry up to its action: `extended permit`."""


def entry_fields(tokens: Sequence[str], sort: str) -> dict[str, Any] | None:
    """Return the fields of an entry; None where the words are none. `sort`: Filter, PrefixList or RoutePolicy."""
    found: dict[str, Any] = {}
    at = 0
    if not tokens or len(tokens) > MOST_WORDS:
        return None
    if tokens[0].lower() in NUMBERS and len(tokens) > 2 and shape(tokens[1]) == "integer":
        at = 1
    if shape(tokens[at]) == "integer":
        found["sequence"] = convert(tokens[at])
        at += 1
    actions = (n for n, word in enumerate(tokens[at : at + MOST_BEFORE], at) if word.lower() in ACTIONS)
    action = next(actions, None)
    if action is None or any(shape(word) != "word" or names_field(word) for word in tokens[at:action]):
        return None
    found["action"] = tokens[action]
    rest = tokens[action + 1 :]
    if tokens[action].lower() == "remark":
        found["text"] = rest
    elif sort == "PrefixList":
        read_prefix(rest, found)
    elif sort == "RoutePolicy":
        number = next((token for token in rest if shape(token) == "integer"), None)
        if number is not None:
            found["sequence"] = convert(number)
    else:
        read_match(rest, found)
    if action > at:
        found["flags"] = [*tokens[at:action], *found.get("flags", [])]
    return found


def names_field(word: str) -> bool:
    """Tell whether a word names the value behind it: `action accept` is no entry, but one of its statements."""
    return "action" in word or word in WORDS_OF_FIELDS or word in AROUND or word in TEXTS


def read_prefix(tokens: Sequence[str], found: dict[str, Any]) -> None:
    """Read `10.0.0.0/8 ge 16 le 24`, the length perhaps as a word of its own, or as a mask."""
    at = len(tokens[:1])
    if tokens:
        found["prefix"] = tokens[0]
    if len(tokens) > 1 and shape(tokens[0]) == "address" and shape(tokens[1]) in ("integer", "mask"):
        found["prefix"] = with_length(tokens[0], tokens[1]) or tokens[0]
        at = 2
    while at + 1 < len(tokens):
        if tokens[at] in LENGTHS:
            found[LENGTHS[tokens[at]]] = convert(tokens[at + 1])
            at += 1
        else:
            found.setdefault("flags", []).append(tokens[at])
        at += 1


def read_match(tokens: Sequence[str], found: dict[str, Any]) -> None:
    """Read what an entry matches: protocol, source, its port, destination, its port; what is left are flags."""
    side, at = "", 0
    groups = [n for n, token in enumerate(tokens[:-1]) if token.lower() in GROUPS]
    if groups[:1] == [0] and sum(address_words(tokens, n) > 0 for n in range(len(tokens))) > 2:
        found["protocol"], at = tokens[1], 2
    while at < len(tokens):
        token = tokens[at].lower()
        named = SIDES.get(token.split("-")[0])
        count = address_words(tokens, at)
        if named and at + 1 < len(tokens):
            side, is_port = named, "port" in token
            at += 1
            if is_port and tokens[at] not in OPERATORS:
                add(found, side + "_port", convert(tokens[at]))
                at += 1
            elif not is_port and side not in found:
                at = read_side(tokens, at, max(address_words(tokens, at), 1), side, found)
        elif token in OPERATORS and side:
            at = read_port(tokens, at, side, found)
        elif count and "destination" not in found:
            side = "destination" if "source" in found else "source"
            at = read_side(tokens, at, count, side, found)
        elif token in GROUPS and at + 1 < len(tokens) and side:
            add(found, side + "_port", tokens[at + 1])
            at += 2
        else:
            first = not side and "flags" not in found
            if "protocol" not in found and (first or token in PROTOCOLS):
                found["protocol"] = convert(tokens[at])
            else:
                add(found, "flags", tokens[at])
            at += 1


def address_words(tokens: Sequence[str], at: int) -> int:
    """Count the words of the address that begins there: `any`, `host A`, `A wildcard`, `A/8`, a group; 0 for none."""
    token = tokens[at].lower()
    if token in ANY or shape(token) == "prefix":
        return 1
    if token in GROUPS or token == HOST:
        return 2 if at + 1 < len(tokens) else 0
    if shape(token) in ("address", "mask"):
        after = tokens[at + 1] if at + 1 < len(tokens) else ""
        return 2 if EXACT.match(after) or shape(after) in ("address", "mask") else 1
    return 0


def read_side(tokens: Sequence[str], at: int, count: int, side: str, found: dict[str, Any]) -> int:
    """Store the address of one side, and beside it its prefix; return where the rest begins."""
    words = tokens[at : at + count]
    lead = words[0].lower()
    named = lead in GROUPS or lead == HOST
    found[side] = words[-1] if named else " ".join(words)
    length = words[1] if count == 2 and not named else ""
    prefix = with_length(words[-1] if named else words[0], length) if lead not in GROUPS else ""
    if prefix and prefix != found[side]:
        found[side + "_prefix"] = prefix
    return at + count


def read_port(tokens: Sequence[str], at: int, side: str, found: dict[str, Any]) -> int:
    """Store `eq 80`, `eq www 443`, `range 1 9`, `gt 1023`; return where the rest begins."""
    operator = tokens[at].lower()
    last = at + OPERATORS[operator]
    name = side + "_port"
    if operator != "eq":
        add(found, name, " ".join(tokens[at : last + 1]))
        return last + 1
    at += 1
    while at < len(tokens) and (at == last or shape(tokens[at]) == "integer"):
        add(found, name, convert(tokens[at]))
        at += 1
    return at


def with_length(address: str, length: str) -> str:
    """Return an address as a prefix, with a mask, a wildcard or a number of bits; a blank where it is none."""
    length = "32" if EXACT.match(length) and not EXACT.match(address) else length
    try:
        return str(ipaddress.ip_interface(address + "/" + length if length else address))
    except ValueError:
        return ""


def add(found: dict[str, Any], name: str, value: Any) -> None:
    """Add a value; a second one makes a list, of flags the first does."""
    if name not in found:
        found[name] = [value] if name == "flags" else value
        return
    known = found[name] if isinstance(found[name], list) else [found[name]]
    found[name] = [*known, value]


def name_fields(values: dict[str, Any]) -> None:
    """Call the properties of an entry that is a block as those of one line: `match_src_ip` is `source`, too."""
    for name, value in list(values.items()):
        words = name.split("_")
        field = WORDS_OF_FIELDS.get(name, "")
        sides = {SIDES[word] for word in words if word in SIDES and word not in ("from", "to")}
        if value is True and words[-1] in ACTIONS:
            field, value = "action", words[-1]
        elif not field and len(sides) == 1 and AROUND.issuperset(set(words) - SIDES.keys() - {"port"}):
            field = sides.pop() + ("_port" if "port" in words else "")
        elif not field and words[-1] in ("protocol", "proto") and AROUND.issuperset(words[:-1]):
            field = "protocol"
        if field and field not in values and not isinstance(value, bool):
            values[field] = value
    if isinstance(values.get("key"), int) and "action" in values:
        values.setdefault("sequence", values["key"])
