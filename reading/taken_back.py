"""Marks what later lines of a configuration take back: `no 60`, `undo ip address`, `delete protocols ospf`, `remove`.

A line takes back earlier ones that begin with the words behind its `no` or `undo`, in blocks of the same path, and what
it sets anew: a setting that has one value on every make.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reading.edits import (
    CHANGING,
    COPYING,
    JOINT,
    RENAMING,
    UNFOLLOWED,
    change_values,
    count_statements,
    follow_edit,
    rename_block,
)
from reading.inheritance import MOST_COPIES
from reading.number_lists import edit_lists

JOINTS = frozenset({"to", "through", "and"})
"""Words behind a number that go on with others: `vlan 1 to 4` is not what `no vlan 1` takes back."""
FAMILY = ("address-family", "exit-address-family")
"""Words around what old releases of IOS do not indent as a block of its own."""
SCOPES = {"vrf", "vpn-instance", "routing-instance", "virtual-router"}
"""Words behind what is taken back that say it of another table: `no ip routing` leaves `ip routing vrf RED`."""
RESET = ("default",)
"""Takes back what a block holds, and leaves the block."""
TAKING = (RESET, ("clear", "configure"), ("delete",))
"""Words that take back what stands behind them, as a negation does."""
EMPTYING = ("purge",)
"""Takes back all that stands before it in its block."""
SETTINGS = {"mtu", "speed", "duplex", "mode", "pvid", "link-type", "priority", "cost", "metric", "preference"}
SETTINGS |= {"local-preference", "distance", "hello-interval", "dead-interval", "bandwidth", "security-level"}
SETTINGS |= {"hostname", "host-name", "sysname", "domain-name", "nameif", "router-id", "remote-as", "peer-as"}
SETTINGS |= {"vlan-id", "access vlan", "native vlan", "voice vlan", "default vlan", "encapsulation dot1q"}
SETTINGS |= {"vrf forwarding", "vrf member", "tunnel source", "tunnel destination", "default-gateway"}
SETTINGS |= {"action", "default-action", "clock timezone", "time-zone"}
SETTINGS |= {"protocol inbound", "filter input", "filter output"}
SETTINGS |= {
    "link-mode",
    "ssh version",
    "protocol-version",
    "root-login",
    "logging console",
    "logging monitor",
}
"""What has one value on every make, the last word of its line; a line that sets another one replaces it."""
LAST_WORDS = {words.split()[-1] for words in SETTINGS}
SEVERAL = {"storm-control action"}
"""Settings that end in such a word, and have several values: `shutdown` and `trap`."""
TEXTS = {"description", "exec-timeout", "transport input"} | {
    f"{of} {word}" for of in ("snmp-server", "snmp", "sys-info") for word in ("location", "contact")
}
"""Settings of one value that goes on to the end of the line; `location floor 2` is another one."""
TEXT_WORDS = {words.split()[-1] for words in TEXTS}
DIRECTED, DIRECTIONS = {"access-group", "traffic-filter", "route-map", "prefix-list"}, {"in", "out"}
"""What has one value for each direction, which stands behind it: `neighbor 10.0.0.1 route-map A in`."""
ENDS_OF_SETTINGS = [{"enable", "disable"}, {"true", "false"}, {"yes", "no"}, {"on", "off"}]
"""Last words of which one takes the place of the other."""
OF_IKE, OF_LINES = {"encr", "encryption", "hash", "group"}, {"login", "authentication-mode"}
IN_BLOCKS = {"crypto isakmp": OF_IKE, "crypto ikev1": OF_IKE}
IN_BLOCKS |= {
    f"{block} {of}": OF_LINES
    for block in ("line", "user-interface")
    for of in ("vty", "con", "aux", "console")
}
IN_BLOCKS |= {"line class": OF_LINES}
"""In blocks whose first words these are, such statements have one value."""
UNSAID = {"read", "write", "simple", "cipher", "plain", "number", "basic", "advanced", "name"}
"""Words that may be left out of what is taken back: `undo acl 3000`, `undo snmp-agent community NAME`."""
NEEDS = {
    "mtu": "mtu-override",
    "dhcp-relay-ip": "dhcp-relay-service",
    "poolname": "ippool",
    "mappedport": "portforward",
    "extport": "portforward",
}
"""Settings of an entry that do not hold where another one of it is `disable`."""
CHOICES = {"object network": {"host", "subnet", "range", "fqdn"}, "object service": {"service"}}
"""In blocks whose first words these are, one of such statements holds: the last."""
VALUES = {"ip-netmask", "ip-range", "ip-wildcard", "fqdn"}
"""In paths, one of them holds for what stands before: the last."""
OPPOSITES = {"enable": "disable"}
CHOSEN = frozenset(word for words in CHOICES.values() for word in words)
NEW = {"0", "server"}
"""Names of blocks each of which is another one: `edit 0`."""
FIND = re.compile(r"(?:numbers=)?\[ ?find(?: where)?(?P<asked>[^\[\]]*)\]")
FIELD = re.compile(r'(?<!\S)(?P<key>[\w.-]+)=(?P<value>"[^"]*"|[^\s"]+)(?= |$)')
SET = re.compile(r"set (?P<of>\[[^\[\]]*\] |[^\s=\[\]]+ |)(?P<fields>(?=[\w.-]+=).*)")
OFF, CHANGED = ("remove", "disable"), ("set", "unset", "enable", "move")

Path = tuple[str, ...]


def take_back(statements: Sequence[Any], style: str) -> None:
    """Mark as inactive what a later line takes back or sets anew; in the style "edit" each setting has one value.

    A switch of one word is left alone: the last one counts all the same. In braces, no line takes back others.
    """
    root, room = _Block(), MOST_COPIES
    for path, words, statement in _in_order(statements, (), style):
        block = root.at(path)
        written, name = block.written, tuple(_setting(words, path, style))
        opener = next((each for each in TAKING if tuple(words[: len(each)]) == each), ())
        if style != "braces" and (statement.negated or opener):
            taken = words[len(opener) :]
            block.negated[tuple(taken)] = statement
            head = _head(taken, path) if taken else ""
            named = [each for said, each in written[head] if _names(taken, said, each)]
            _mark(named, opener == RESET)
            if len(taken) == 1 and not opener:  # says itself what holds
                for said, each in written[head]:
                    each.inactive = each.silent = each.inactive or said == taken
            has_taken = opener != RESET and edit_lists(statement, taken, written[head])
            statement.takes = has_taken or (bool(named) and opener != RESET)
            written[head] = [one for one in written[head] if not one[1].inactive]
        elif style == "edit" and words[0] in (*RENAMING, *COPYING) and JOINT in words:
            old, earlier = words[1], [each for _, each in written[words[1]]]
            is_followed = rename_block(statement, earlier, room)
            room -= count_statements(statement.children)
            if is_followed and words[0] in RENAMING:
                new = statement.tokens[0]
                written[new] += [(each.tokens, each) for _, each in written.pop(old)]
                block.inside[new] = block.inside.pop(old, _Block())
            words = statement.tokens
        elif style == "edit" and words[0] in CHANGING and len(words) > 2:
            change_values(statement, block.settings.get((words[1],)))
        elif tuple(words) == EMPTYING:
            _mark([each for several in written.values() for _, each in several])
            statement.takes = True
        elif name and not statement.children:
            before = block.settings.get(name, statement)
            before.inactive = before.silent = before is not statement
            block.settings[name] = statement
            if style == "edit":
                _leave_out(block.settings, words)
        elif style == "indented":
            edit_lists(statement, words, written[_head(words, path)])
        if not statement.negated:
            block.set_again(words, name)
        if not statement.negated and not statement.inactive:
            written[_head(words, path)].append((words, statement))


class _Block:
    """What stands so far in the blocks of one path: statements by their heads, the last of each setting, and blocks."""

    def __init__(self) -> None:
        self.written: dict[str, list[tuple[list[str], Any]]] = defaultdict(list)
        self.settings: dict[Path, Any] = {}
        self.negated: dict[Path, Any] = {}
        self.inside: dict[str, _Block] = defaultdict(_Block)

    def set_again(self, words: Sequence[str], setting: Path) -> None:
        """Mark the negation of what is set behind it: `no login`, `login local`."""
        for taken in (tuple(words), setting):
            if negation := self.negated.pop(taken, None):
                negation.inactive = negation.silent = True

    def at(self, path: Path) -> _Block:
        block = self
        for name in path:
            block = block.inside[name]
        return block


def _head(words: Sequence[str], path: Path) -> str:
    """Return what a statement is looked up by: its first word, or its block where that holds one of such statements."""
    if len(words) == 1:
        return OPPOSITES.get(words[0], words[0])
    block = _sort(path) if words[0] in CHOSEN else ""
    return block if words[0] in CHOICES.get(block, ()) else words[0]


def _sort(path: Path) -> str:
    """Return the first two words of the innermost block."""
    return " ".join(path[-1].split(" ", 2)[:2]) if path else ""


def _setting(words: Sequence[str], path: Path, style: str) -> Sequence[str]:
    """Return the words that name a setting of one value; none where several values may add up."""
    if (head := _head(words, path)) != words[0] or (words == [head] and head in OPPOSITES.values()):
        return [head]
    if style == "edit":
        return words[:1]
    last, pair = words[-2].lower() if len(words) > 1 else "", " ".join(words[-3:-1]).lower()
    if style == "set" and last in VALUES:
        return (*words[:-2], *sorted(VALUES))
    if (last in SETTINGS and pair not in SEVERAL) or (last in LAST_WORDS and pair in SETTINGS):
        return words[:-1]
    if len(words) > 2 and words[-3] in DIRECTED and words[-1] in DIRECTIONS:
        return (*words[:-2], words[-1])
    if words[0] in IN_BLOCKS.get(_sort(path), ()):
        return words[:1]
    if len(words) > 1 and any(words[-1] in ends for ends in ENDS_OF_SETTINGS):
        return (*words[:-1], min(*next(ends for ends in ENDS_OF_SETTINGS if words[-1] in ends)))
    if TEXT_WORDS.isdisjoint(words):
        return ()
    befores = (path[-1].rpartition(" ")[2] if path else "", *words)
    texts = (at for at, word in enumerate(words[:-1], 1) if TEXTS & {word, f"{befores[at - 1]} {word}"})
    return words[: next(texts, 0)]


def _in_order(statements: Sequence[Any], path: Path, style: str) -> Iterator[tuple[Path, list[str], Any]]:
    """Yield each statement that holds something, its words and those of the blocks around it.

    A line that begins as a block above it does stands in that block: `interface 1 enable`.
    """
    opened: dict[str, dict[int, set[Path]]] = {}
    depth = len(path)
    for each in statements:
        if not each.tokens or each.comment or each.inactive:
            continue
        words = each.tokens
        if words[0] in FAMILY and style == "indented" and not each.children:
            path = (*path[:depth], *words) if words[0] == FAMILY[0] else path[:depth]
        heads = opened.get(words[0], {}).items() if not each.children else ()
        size = next((size for size, of_size in heads if tuple(words[:size]) in of_size), len(words))
        is_inside = size < len(words)
        yield ((*path, " ".join(words[:size])), words[size:], each) if is_inside else (path, words, each)
        if not each.children:
            continue
        words = each.tokens  # of a line that copies an entry they are its name by now
        if style == "indented" and len(words) > 1:
            opened.setdefault(words[0], defaultdict(set))[len(words)].add(tuple(words))
        word = " ".join(words)
        is_new = word in NEW
        yield from _in_order(each.children, (*path, f"{word} {each.first}" if is_new else word), style)


def _names(taken: Sequence[str], words: Sequence[str], earlier: Any) -> bool:
    """Tell whether words that are taken back name an earlier statement: its words begin with them."""
    count = len(taken)
    if words[:count] != taken and not UNSAID.isdisjoint(words):
        words = [word for at, word in enumerate(words) if word not in UNSAID or word in taken]
    if words[:count] != taken:
        return False
    if len(words) == count:
        return count > 1 or bool(earlier.children)
    if words[count] in SCOPES and not earlier.children:
        return False
    return not taken[-1].isdigit() or count == 1 or (words[count][0].isalpha() and words[count] not in JOINTS)


def _leave_out(settings: Mapping[Path, Any], words: Sequence[str]) -> None:
    """Mark the settings of an entry that need one which is off, and those that are back with it."""
    for needing, needed in NEEDS.items():
        setting, switch = settings.get((needing,)), settings.get((needed,))
        if setting and switch and words[0] in (needing, needed):
            setting.inactive = switch.tokens[1:] == ["disable"]


def _mark(statements: Sequence[Any], only_inside: bool = False) -> None:
    for each in statements:
        for one in each.children if only_inside and each.children else (each,):
            one.inactive = True


def take_back_paths(statements: Sequence[tuple[str, Any]]) -> list[Any]:
    """Mark paths behind verbs: `delete` takes back those before it, `deactivate` all unless `activate` follows.

    So does a path that sets a setting anew. Returns the paths, with those that are copied; what is renamed has its new
    name.
    """
    off = {tuple(each.tokens): verb for verb, each in statements if verb in ("deactivate", "activate")}
    gone = [path for path, verb in off.items() if verb == "deactivate"]
    found: list[Any] = []
    taken: dict[Path, int] = {}
    for at, (verb, statement) in enumerate(statements):
        words = tuple(statement.tokens)
        found.append(statement)
        if verb == "delete":
            taken[words[words[0] == verb :]] = len(found) - 1
        elif verb in (*RENAMING, *COPYING, *UNFOLLOWED) and not statement.comment:
            _mark_paths(found, taken)
            taken.clear()
            found += follow_edit(statement, found[:-1], MOST_COPIES - (len(found) - at))
    _mark_paths(found, taken)
    _mark_paths(found, dict.fromkeys(gone, len(found)))
    _mark_set_anew(found)
    return found


def _mark_paths(found: Sequence[Any], taken: Mapping[Path, int]) -> None:
    """Mark the paths that begin with one that is taken, and stand before the place that is there with it."""
    for at, each in enumerate(found) if taken else ():
        words = tuple(each.tokens)
        starts = (words[:size] for size in range(1, len(words) + 1))
        if not each.comment and any(taken.get(start, 0) > at for start in starts):
            each.inactive = True


def _mark_set_anew(found: Sequence[Any]) -> None:
    """Mark the paths whose setting a later one sets to something else."""
    anew: dict[Path, Sequence[str]] = {}
    for each in reversed(found):
        words = () if each.comment or each.inactive else tuple(each.tokens)
        setting = tuple(_setting(words, (), "set")) if words else ()
        if setting and anew.setdefault(setting, words) != words:
            each.inactive = each.silent = True


def take_back_commands(menus: Sequence[Any]) -> None:
    """Mark the commands of menus that a later one removes; those that it may be about, or changes, are doubtful."""
    added: dict[str, list[Any]] = defaultdict(list)
    for menu in menus:
        before = added[menu.raw]
        for command in menu.children:
            verb, _, rest = command.raw.partition(" ")
            if verb == "add":
                before.append(command)
            elif verb in OFF + CHANGED:
                for each in before:
                    fits = _fits(rest, each, before)
                    each.inactive = each.inactive or (fits is True and verb in OFF)
                    each.doubtful = each.doubtful or fits is not False
    _mark_fields_set_anew(menus)


def _mark_fields_set_anew(menus: Sequence[Any]) -> None:
    """Mark the commands `set` all of whose fields later ones of the same thing set; of numbers it is not known."""
    anew: dict[str, dict[str, set[str]]] = defaultdict(dict)
    for menu in reversed(menus):
        for command in reversed(menu.children):
            found = SET.match(command.raw)
            if not found or found["of"].strip().isdigit():
                continue
            of, keys = found["of"], {key for key, _ in FIELD.findall(found["fields"])}
            later = anew[menu.raw].get(of, set())
            if keys and keys <= later and not FIELD.sub("", found["fields"]).strip():
                command.inactive = command.silent = True
                continue
            named = {key for key, _ in FIELD.findall(of)} if "[" in of else {"name"} if of else set[str]()
            if keys & {*named, "name"}:  # who is called otherwise behind it is another thing before it
                anew[menu.raw].clear()
            if not keys & named:
                anew[menu.raw][of] = later | keys


def _fits(rest: str, command: Any, others: Sequence[Any]) -> bool | None:
    """Tell whether a command is one that `[find chain=input]` finds; None where that is not known."""
    found = FIND.match(rest)
    if not found or FIELD.sub("", found["asked"]).strip():
        return None
    asked, own = (dict(FIELD.findall(text)) for text in (found["asked"], command.raw))
    if any(key not in own and not any(f" {key}=" in each.raw for each in others) for key in asked):
        return None
    return all(own.get(key, "").strip('"') == value.strip('"') for key, value in asked.items())
