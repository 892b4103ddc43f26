"""Vendors' words from words.toml: statement patterns with named fields."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pydantic import TypeAdapter

from findings.records import Severity

WORDS = Path(__file__).with_name("words.toml")
_MACRO = re.compile(r"<([A-Z]+)>")
_IN_ANY_CASE = ("links", "neighbors", "failed_logins", "failures_to_log_in")
Patterns = tuple[re.Pattern[str], ...]


@dataclass(frozen=True, slots=True)
class BlockWords:
    """How the entries of a filter are written as blocks, or with all their fields in one line (`fields`).

    A meaning `not X` is a switch that turns X around, `except X` what X is not. `without_action` is what an entry does
    that says no action, `default` what happens when none matches. A filter that is `whole` judges all that passes the
    device. `meanings` stand beside those of all blocks. Entries with the highest number at the key `order` come first,
    or the lowest; before them those whose lines, as "key value", `first` matches, and behind all others, from the
    bottom up, those that `last` matches.
    """

    pattern: re.Pattern[str]
    without_action: str
    default: str = "deny"
    whole: bool = False
    meanings: Mapping[str, str] = field(default_factory=dict)
    chains: frozenset[str] = frozenset()
    """The filters that the default is of, where others are only jumped to."""
    same_zone: str = ""
    """What happens when none matches to what stays in its zone, where that is another thing."""
    same_zone_said: re.Pattern[str] | None = None
    """The statement that says so."""
    within: re.Pattern[str] | None = None
    """The statement by which a zone lets pass what stays in it."""
    default_said: re.Pattern[str] | None = None
    """The statement that says what happens when none matches, for all filters written so."""
    fallback: Mapping[str, str] = field(default_factory=dict)
    """What an entry asks for that does not say otherwise: a meaning → its values."""
    by_number: bool = False
    """Entries are asked in the order of their own numbers."""
    order: str = ""
    lowest_first: bool = False
    only: re.Pattern[str] | None = None
    suffix: str = ""
    """Of entries that `only` matches, and what is put behind the filter's name."""
    first: re.Pattern[str] | None = None
    last: re.Pattern[str] | None = None
    version: int = 0
    """Of IP, which the filters are for that do not say it; `versions` by the keys of an entry."""
    versions: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PhraseWords:
    """How the entries of a filter are written as phrases: `ip saddr 10.0.0.0/8 tcp dport { 22, 80 } accept`.

    The group `phrases` of `pattern` is an entry. `meanings`: a phrase → what its value is, and behind it the protocol
    that it asks for. `skipped`: a phrase that asks for nothing → how many words are its value. `maps` are the words
    behind a phrase before a list of values that each have their action; `negations` stand before a value.
    """

    pattern: re.Pattern[str]
    meanings: Mapping[str, str]
    skipped: Mapping[str, int]
    maps: frozenset[str]
    negations: frozenset[str]
    targets: frozenset[str] = frozenset()
    """Words before an action, or before the filter that is asked next; `gotos` are those that do not come back."""
    gotos: frozenset[str] = frozenset()
    version: int = 0
    """Of IP, which the filters are for that do not say it."""


@dataclass(frozen=True, slots=True)
class OwnPorts:
    """Ports that a make calls as others do not; a line tells the make by its `signs`."""

    signs: re.Pattern[str]
    ports: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Numbering:
    """How a make numbers the entries without a number that begin with a `word`; a line tells the make by its `signs`.

    The first number is the step, or 0 where it is `from_zero`; the next one is so much behind the highest, or the next
    multiple of the step where it is `rounded`.
    """

    word: str
    step: int
    from_zero: bool = False
    rounded: bool = False
    signs: re.Pattern[str] | None = None

    def first_of(self, step: int) -> int:
        """Return the first number that is given where entries are so far apart."""
        return 0 if self.from_zero else step


@dataclass(frozen=True, slots=True)
class BoundWords:
    """Where a filter is used, and what happens there to what no entry matches, unless a statement says otherwise."""

    pattern: re.Pattern[str]
    default: str
    unless: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class FilterWords:
    """What filters and their entries are written with."""

    entry: Patterns
    other_entry: Patterns
    """What else stands in a filter and may decide, though nothing is known of it."""
    default: Patterns
    bound: tuple[BoundWords, ...]
    hooks: Patterns
    hook_priorities: Mapping[str, int]
    hook_default: str
    """What a filter at a hook does with what no entry matches, where nothing says it."""
    hook_families: Mapping[str, int]
    """What the name of a filter at a hook begins with → the version of IP of its packets; 0: both, -1: neither."""
    versions: Mapping[str, int]
    """What stands where a filter says which packets it is for → the version of IP."""
    ipv6_files: re.Pattern[str]
    name_words: frozenset[str]
    """Words that may stand around the name of a filter, or be left out."""
    followed: Patterns
    unordered: Patterns
    taken_entry: Patterns
    touching: Patterns
    """What changes a filter in a way that is not followed."""
    emptied: Patterns
    """What takes out all entries before it: those of a chain, of a table, or all."""
    script: re.Pattern[str]
    """Entries that are commands of a script, in which anything that is not `harmless` leaves open what is run."""
    cleared: re.Pattern[str]
    """The same where it stands in front of all entries."""
    harmless: re.Pattern[str]
    numbering: tuple[Numbering, ...]
    renumbered: Patterns
    """What numbers the entries before it anew: from `first` on where it says so, `step` apart."""
    replaced: Patterns
    """Lists in which an entry replaces the one that has its number already."""
    edited: Patterns
    """Lists in which it changes that one: what it does not name may stay."""
    remark: Patterns
    """What stands in filters as entries do, and is counted where a `place` is given, but asks for nothing."""
    other_names: Patterns
    names: Patterns
    block: tuple[BlockWords, ...]
    translation: tuple[BlockWords, ...]
    """Rules of NAT, which are no filters, and are asked as those are."""
    phrase: tuple[PhraseWords, ...]
    table: re.Pattern[str]
    jumps: frozenset[str]
    returns: frozenset[str]
    goes_on: frozenset[str]
    side_effects: frozenset[str]
    """What an entry may do without deciding: the next one is asked, where an entry that says no action does nothing."""
    off_values: frozenset[str]
    on_values: frozenset[str]
    own_networks: frozenset[str]
    """Syntaxes in which an interface's name stands for its networks, and behind it `own_addresses` for its own."""
    own_addresses: str
    families: Mapping[str, int]
    """What names a version of IP, in any case, → 4, 6, or 0 for both."""
    icmp_types: Mapping[str, Sequence[int]]
    """The name of a type → its number in ICMP and in ICMPv6; below 0 where it has none."""
    states: Mapping[str, str]
    """A word of an entry → the states of a connection that it lets match."""
    interface_lists: Patterns
    loopbacks: frozenset[str]
    """Interfaces through which comes only what the device sends to itself."""
    meanings: Mapping[str, str]
    unheeded: frozenset[str]
    unheeded_in_objects: frozenset[str]
    unheeded_in_filters: frozenset[str]
    before_entries: frozenset[str]
    """Words that may stand before an entry's number, or what the entry says."""
    adding: frozenset[str]
    """What is said of an object that can only add to what it holds."""
    permits: frozenset[str]
    denies: frozenset[str]
    everything: frozenset[str]
    any_protocol: frozenset[str]
    log_words: frozenset[str]
    off_words: frozenset[str]
    protocols: dict[str, int]
    ports: dict[str, int]
    own_ports: tuple[OwnPorts, ...]
    services: Mapping[str, str]
    behind_elements: re.Pattern[str]
    address_objects: Patterns
    service_objects: Patterns
    port_objects: Patterns


@dataclass(frozen=True, slots=True)
class StateProperties:
    """Properties of log records that say what goes up or down, and how the values of `state` begin that say so."""

    state: str
    subject: str
    up: str
    down: str


@dataclass(frozen=True, slots=True)
class EndingPair:
    """What a record says that begins something, and what one says that ends it."""

    began: re.Pattern[str]
    ended: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class EndingWords:
    """What says that something is over: whatever it was, or what began as the first of a pair says.

    `names` finds the words that name a thing, once what `unnamed` finds is left out; `going_on` what goes on until it
    ends.
    """

    over: Patterns
    pairs: tuple[EndingPair, ...]
    going_on: Patterns
    unnamed: re.Pattern[str]
    names: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class LogWords:
    """What log records say."""

    links: Patterns
    neighbors: Patterns
    in_use: Patterns
    switched_off_ports: Patterns
    """Ports that the device itself switched off, and does not take into use again."""
    entries: tuple[str, ...]
    """Properties of records that name the entry of a filter which decided."""
    failed_logins: Patterns
    failures_to_log_in: Patterns
    """The same of messages that do not name the source: a property of the record may."""
    refused_questions: Patterns
    """The same of questions by SNMP, which name their source."""
    duplicates: Patterns
    conflicts: Patterns
    """The same of addresses that a server of DHCP would have given out."""
    tunnels: Patterns
    tunnel_properties: tuple[StateProperties, ...]
    probes: Patterns
    """Probes of a path, a gateway or a server: the state is how they end."""
    probe_properties: tuple[StateProperties, ...]
    heat: Patterns
    parts: Patterns
    full: Patterns
    refused: Patterns
    """Packets that a filter did not let pass."""
    expiring: Patterns
    endings: EndingWords
    logins: Patterns
    """Logins that succeeded, with their `source` where the message has it."""
    restarts: Patterns
    up: frozenset[str]
    down: frozenset[str]
    administrative: frozenset[str]


@dataclass(frozen=True, slots=True)
class LinkSetting:
    """What both ends of a link must have alike: the kind of fact that says it, and what findings call it.

    An end that says nothing has `default`, if that is known and a fact of the kind `runs` says that the end runs
    the protocol, on Ethernet, or on any interface of files that are written as `everywhere` says; not where an
    end says what the default follows from (`unless`).
    With `of_device`, the device says it for all of its interfaces; a `secret` is compared where known. The algorithm of
    what only says that it takes digests stands in a fact of the kind `digest`.
    """

    finding: str
    kind: str
    name: str
    runs: str
    digest: str = ""
    default: str = ""
    everywhere: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    on_tunnels: bool = False
    of_device: bool = False
    secret: bool = False
    severity: Severity = "high"


@dataclass(frozen=True, slots=True)
class LinkProtocol:
    """A protocol that both ends of a link run, or neither: the kinds of facts that say that an interface runs it,
    that it does so without a neighbor (`passive`), and that a device may run it where no fact says so (`unsure`). An
    end counts as one that should run it if its device does, on another interface or by a fact of the kind `device`.
    """

    name: str
    on: str
    passive: str
    unsure: str
    device: str = ""
    routes: bool = False
    """It finds the routes that others run `beside`."""
    beside: bool = False
    """All interfaces that have neighbors in a protocol of routes run it, or none."""


@dataclass(frozen=True, slots=True)
class PartnerSetting:
    """What devices that stand in for each other have alike: the kind of fact that says it, and what findings call it.

    `compare` is "lacks" for values that both have, "some" where they have others in common, "has" for what both say or
    neither, "equal" and "unlike" for one value that is the same, or is not. With `numbers`, the values are lists of
    numbers; with `of_pair`, the devices must name each other as a pair; `where` is a fact that both must have, or
    must have alike where it is none of an interface. Where both have that of one part, `default` holds for the one that
    does not say the value. A `finding` of another kind is about any two that are linked and written alike, or of any
    makes where a link joins them, or one between switches (`across`), if none says what `unless` is.
    """

    kind: str
    name: str
    compare: Literal["lacks", "some", "has", "equal", "unlike"]
    numbers: bool = False
    of_pair: bool = False
    where: str = ""
    default: str = ""
    across: Literal["", "link", "switch"] = ""
    unless: str = ""
    finding: str = "partner-differs"


@dataclass(frozen=True, slots=True)
class SessionSetting:
    """What both ends of a BGP session have, or neither; with `values`, both have all of what either says."""

    kind: str
    name: str
    values: bool = False
    effect: str = "cannot come up"


@dataclass(frozen=True, slots=True)
class VpnSetting:
    """What both ends of a VPN must offer in common: the kind of fact, and the words of `offers` that read its values.

    Without `words`, the values are times that should be alike.
    """

    kind: str
    name: str
    words: str
    severity: Severity = "high"


@dataclass(frozen=True, slots=True)
class AlikeThings:
    """What each of several alike things of a device has: the kinds of facts that name them and that say it of them.

    With `only`, those are meant of which a fact of that kind tells.
    """

    kind: str
    has: str
    name: str
    things: str
    only: str = ""


@dataclass(frozen=True, slots=True)
class AssumedSetting:
    """What holds for all interfaces of a device where a fact of the kind `where` says so.

    But for those that a fact of the kind `unless` is about. Where the device has several of `process`, or calls an
    interface there as nothing else does, its facts of the kind `where` count as `unsure`.
    """

    kind: str
    where: str
    unless: str
    process: str
    unsure: str


@dataclass(frozen=True, slots=True)
class MirroredSetting:
    """What one end says of itself, and the other end says of it: the kind of fact, and what findings call it."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class ServedSetting:
    """What a device asks another one with: the kinds of facts that say it, and that the other one has it.

    Both have it with the same `secret`, a fact of that kind, where that is known.
    """

    kind: str
    name: str
    by: str
    secret: str = ""


@dataclass(frozen=True, slots=True)
class JudgedSetting:
    """What should not stand in a configuration: the kind of fact that says it, and the finding's sentence.

    With `unless`, it may stand where a fact of one of these kinds is about the same `of`, if facts name one; with
    `numbers`, if those have all of its numbers; with `ordered`, if they stand before it. With `where`, nothing is found
    on devices without facts of each of these kinds; with `only`, on things without one. With `own`, its value is an
    address of the device. With `once`, a thing has one value, and may not have two. With `unless_each`, it may stand
    where each fact of the first kind has one of the second with its value, and one of the third says these are all.
    """

    finding: str
    kind: str
    severity: Severity
    says: str
    unless: tuple[str, ...] = ()
    unless_each: tuple[str, str, str] | None = None
    only: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    numbers: bool = False
    own: bool = False
    once: bool = False
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class OwnService:
    """A service of a device: the kind of fact that says that it runs, and the kinds that say that it asks who calls."""

    kind: str
    name: str
    protocol: str
    port: int
    unless: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnProtocol:
    """What neighbors on a link send, which a device's filters must let in: the kind of fact that says that it runs.

    None is sent where the interface says what `off` is, and none may be where the device says what `unsure` is. With
    `group`, the routers of one virtual gateway send it.
    """

    kind: str
    name: str
    protocol: str
    to: str
    port: int = 0
    off: str = ""
    unsure: tuple[str, ...] = ()
    group: bool = False


@dataclass(frozen=True, slots=True)
class PlacedAddress:
    """Where an address must be: the kind of fact that says it, and what findings call it.

    `must` is "own" for one of the device's, "near" for one in a subnet that it knows, "foreign" for one that is not its
    own, "host" for any, "around" for a network in which it has an interface, "peer" for one that another device has
    where one is known in that subnet, "on" for one in a subnet of the interface that the fact names, "aside" for one
    that is in a subnet of that interface, or of none. Those of hosts are neither the first nor the last address of a
    subnet. Nothing is found where a fact of the kind `unsure` is.
    """

    kind: str
    name: str
    must: Literal["own", "near", "foreign", "host", "around", "peer", "on", "aside"]
    severity: Severity = "medium"
    unsure: str = ""


@dataclass(frozen=True, slots=True)
class Identity:
    """What is said once in a network, or once on a device for one `of`: the kind of fact that says it."""

    kind: str
    name: str
    of_device: bool = False


@dataclass(frozen=True, slots=True)
class WholeFile:
    """How a whole file begins, and what stands at or near its end; `end` is what findings call that."""

    begins: re.Pattern[str]
    ends: re.Pattern[str]
    end: str


@dataclass(frozen=True, slots=True)
class ClosedBlocks:
    """What opens a block and what closes it; what is `apart` does neither. `end` is what findings call a close."""

    opens: re.Pattern[str]
    closes: re.Pattern[str]
    apart: re.Pattern[str]
    end: str


@dataclass(frozen=True, slots=True)
class CheckWords:
    """Kind of what is said → its patterns, as texts; and what else makes write differently.

    A short name of an interface leads to what it may stand for, a value of a setting to what makes agree to call it,
    a kind of static routes to the rank that goes without saying; `offers` find what ends of VPNs offer, by its word;
    `unread` are lines that say nothing, `roots` blocks around a whole file, `parts` the heads of blocks around parts of
    one; `providers`, `backups` and `guests` find names of such, `restricting`, `closing` and `default_routes` what
    policies say of themselves, `own_filters` judge what comes to the device, and so do others in the ways of
    `inward`; `time_forms` are the forms of times in configurations, as `strptime` has them.
    """

    says: Mapping[str, tuple[str, ...]]
    setting_values: Mapping[str, str]
    vpn_settings: tuple[VpnSetting, ...]
    offers: Mapping[str, Mapping[str, re.Pattern[str]]]
    default_ranks: Mapping[str, int]
    link_settings: tuple[LinkSetting, ...]
    link_protocols: tuple[LinkProtocol, ...]
    identities: tuple[Identity, ...]
    partner_settings: tuple[PartnerSetting, ...]
    session_settings: tuple[SessionSetting, ...]
    judged_settings: tuple[JudgedSetting, ...]
    mirrored_settings: tuple[MirroredSetting, ...]
    served_settings: tuple[ServedSetting, ...]
    alike_things: tuple[AlikeThings, ...]
    assumed_settings: tuple[AssumedSetting, ...]
    placed_addresses: tuple[PlacedAddress, ...]
    own_services: tuple[OwnService, ...]
    own_protocols: tuple[OwnProtocol, ...]
    own_filters: frozenset[str]
    inward: frozenset[str]
    outward: frozenset[str]
    passing_filters: frozenset[str]
    not_behind_nat: re.Pattern[str]
    unread: re.Pattern[str]
    roots: frozenset[str]
    nameless: re.Pattern[str]
    """The head of a block without a name, in a file whose blocks may have one: each is of its own."""
    containers: frozenset[str]
    """Elements of XML that only say that something is one of several."""
    parts: re.Pattern[str]
    providers: re.Pattern[str]
    backups: re.Pattern[str]
    guests: re.Pattern[str]
    outsides: re.Pattern[str]
    without_clients: re.Pattern[str]
    restricting: re.Pattern[str]
    default_routes: re.Pattern[str]
    closing: re.Pattern[str]
    reserved_networks: frozenset[str]
    time_forms: tuple[str, ...]
    short_names: Mapping[str, tuple[str, ...]]
    moves: Patterns
    """What places a part of a block elsewhere: behind `kind`, the name `moved`; `where`, of the `other` one."""
    switched_off: re.Pattern[str]
    """What stands in an entry of a table that does nothing."""
    off_entries: re.Pattern[str]
    """What switches off the entry `around` it."""
    switches: re.Pattern[str]
    """What switches off the block `around` it, or with `on` switches it on."""
    whole_files: tuple[WholeFile, ...]
    closed_blocks: Mapping[str, ClosedBlocks]
    """By how blocks are written."""


@cache
def read_words() -> CheckWords:
    """Read once what is written of statements. The patterns of `says` are left as texts: compiling them takes long."""
    return TypeAdapter(CheckWords).validate_python(_expanded(_table()))


@cache
def read_filter_words() -> FilterWords:
    """Read once what filters are written with."""
    return TypeAdapter(FilterWords).validate_python(_expanded(_table()["filters"]))


@cache
def read_log_words() -> LogWords:
    """Read once what log records say."""
    words = _expanded(_table()["logs"])
    for name in _IN_ANY_CASE:  # makes write the same words in any case
        words[name] = [f"(?i){pattern}" for pattern in words[name]]
    no_logins, failures = words.pop("no_logins"), words["failed_logins"]
    words["refused_questions"] = [f"(?i)^(?=.*{no_logins}).*?{one.removeprefix('(?i)')}" for one in failures]
    for name in ("failed_logins", "failures_to_log_in"):
        words[name] = [f"(?i)^(?!.*{no_logins}).*?{one.removeprefix('(?i)')}" for one in words[name]]
    return TypeAdapter(LogWords).validate_python(words)


@cache
def _table() -> Mapping[str, Any]:
    return tomllib.loads(WORDS.read_text(encoding="utf-8"))


def _expanded(part: Any) -> Any:
    return expand_macros(part, _table()["macros"])


def expand_macros(part: Any, macros: Mapping[str, str]) -> Any:
    """Return a part of a file with its macros written out, `<NAME>` in a text."""
    if isinstance(part, list):
        return [expand_macros(one, macros) for one in part]
    if isinstance(part, dict):
        return {name: expand_macros(one, macros) for name, one in part.items()}
    while isinstance(part, str) and _MACRO.search(part):
        part = _MACRO.sub(lambda found: macros[found[1]], part)
    return part
