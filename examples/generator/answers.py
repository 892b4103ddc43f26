"""Writes `ANSWERS.md` (what is planted, and where) and `questions.jsonl`."""

from dataclasses import dataclass
from textwrap import fill

from .facts import Facts
from .faults import (
    BLOCKED_HOST,
    BLOCKED_PORT,
    BLOCKING_LIST,
    DUPLICATE_ADDRESS,
    DUPLICATE_DEVICES,
    FLAP_COUNT,
    FLAPPING_CIRCUIT,
    GUESS_COUNT,
    INTRUDER,
    INTRUDER_HOST,
    NTP_MISSING_ON,
    RIGHT_PEER_AS,
    UNDEFINED_MAP,
    UNDEFINED_MAP_DEVICE,
    UNDEFINED_MAP_NEIGHBOR,
    UNUSED_PREFIX_LIST,
    UNUSED_PREFIX_LIST_DEVICE,
    WRONG_PEER_AS,
)
from .plan import FLAPPING, MTU_FAULT, NTP_SERVERS, WRONG_AS, last_change
from .questions import as_json
from .questions_of_configs import questions_of_configs
from .questions_of_faults import questions_of_faults
from .questions_of_logs import questions_of_logs

MOST_PLACES = 4
TEXT_WIDTH = 110
STARTERS = (
    "How many devices are there?",
    "What is the MTU of interface Te1/0/3 on core1?",
    "What is the MTU of interface Te1/1/1 on dist2?",
    "Which interfaces on leaf1 are shut down?",
    "How many VLANs are on leaf1?",
    "Which interfaces are on branch-ash?",
)
INTRODUCTION = """\
# What is planted in the sample network

Larkmoor Rail is invented, and so is its network: 14 devices (Cisco IOS, Junos with braces and as `set`
statements, Arista EOS) and the logs of 3 to 7 November 2025. The syslogs are in UTC and have no year; the
application log is in +01:00. Addresses, AS numbers and MAC addresses are private or kept for documentation;
passwords and keys are made up.

All files here are written by `python -m examples.make_sample_network`; change the plan in
`examples/generator/`, not the files. Places are relative to `sample-network/`.
"""


def questions_text(facts: Facts) -> str:
    asked = [*questions_of_configs(facts), *questions_of_logs(facts), *questions_of_faults(facts)]
    return "".join(f"{as_json(number, question, facts)}\n" for number, question in enumerate(asked, 1))


def answers_text(facts: Facts) -> str:
    sections = [_section(facts, planted) for planted in (*_in_configs(), *_in_logs(facts))]
    starters = "".join(f"- {question}\n" for question in STARTERS)
    return "\n".join([INTRODUCTION, *sections, f"## Questions to begin with\n\n{starters}"])


@dataclass(frozen=True, slots=True)
class Planted:
    """One thing that is planted; each mark gives one line of places."""

    title: str
    text: str
    marks: tuple[str, ...]


def _section(facts: Facts, planted: Planted) -> str:
    lines = "".join(f"- {_places(facts, mark)}\n" for mark in planted.marks)
    return f"## {planted.title}\n\n{fill(planted.text, TEXT_WIDTH)}\n\n{lines}"


def _places(facts: Facts, mark: str) -> str:
    shown = [f"`{place}`" for place in facts.places(mark)]
    if len(shown) <= MOST_PLACES:
        return ", ".join(shown)
    return f"{shown[0]} to {shown[-1]}, {len(shown)} lines"


def _in_configs() -> list[Planted]:
    return [*_undefined_and_unused(), *_mismatches(), _missing_clock()]


def _undefined_and_unused() -> list[Planted]:
    applied = f"{UNDEFINED_MAP_DEVICE} applies `{UNDEFINED_MAP}` to neighbor {UNDEFINED_MAP_NEIGHBOR} (leaf2)"
    return [
        Planted(
            "An undefined route-map",
            f"{applied}, and defines only `LEAF-IMPORT`.",
            ("undefined map", f"map {UNDEFINED_MAP_DEVICE} LEAF-IMPORT"),
        ),
        Planted(
            "An unused prefix-list",
            f"Nothing on {UNUSED_PREFIX_LIST_DEVICE} uses `{UNUSED_PREFIX_LIST}`.",
            ("unused prefix-list",),
        ),
        Planted(
            "A duplicate address",
            f"{DUPLICATE_ADDRESS} is on Vlan99 of {' and '.join(DUPLICATE_DEVICES)}; access1 complains.",
            ("duplicate address", "duplicate seen"),
        ),
    ]


def _mismatches() -> list[Planted]:
    core, dist, edge, branch = MTU_FAULT.a, MTU_FAULT.b, WRONG_AS.a, WRONG_AS.b
    sizes = f"{core.device} {core.port} has {core.mtu}, {dist.device} {dist.port} has {dist.mtu}"
    expected = f"{edge.device} expects AS {WRONG_PEER_AS} at {branch.address}"
    systems = f"{expected}; {branch.device} is AS {RIGHT_PEER_AS}"
    return [
        Planted(
            "An MTU mismatch",
            f"{sizes}: OSPF between them never comes up again.",
            (
                f"mtu {core.device} {core.port}",
                f"mtu {dist.device} {dist.port}",
                f"ospf down {core.device}",
                f"ospf down {dist.device}",
            ),
        ),
        Planted(
            "A BGP neighbor with a wrong AS",
            f"{systems}. The session never comes up; {branch.device} works over its second link.",
            ("wrong peer-as", f"bgp {branch.device}", "wrong as sent", "wrong as heard"),
        ),
    ]


def _missing_clock() -> Planted:
    first, second = NTP_SERVERS
    servers = f"{NTP_MISSING_ON} has only {first}, all others also {second}"
    return Planted(
        "An NTP server that one device misses",
        f"{servers}. When {first} was away on 6 November, {NTP_MISSING_ON} alone lost its sync.",
        (f"ntp {NTP_MISSING_ON}", "clock lost"),
    )


def _in_logs(facts: Facts) -> list[Planted]:
    return [_flapping(), _blocking(facts), *_other_events()]


def _flapping() -> Planted:
    near, far = FLAPPING.b, FLAPPING.a
    port = f"{near.device} {near.port}, Foxglove circuit {FLAPPING_CIRCUIT}"
    return Planted(
        "A flapping interface",
        f"{port}, goes down {FLAP_COUNT} times in the night of 5 November, and its BGP session with"
        f" {far.device} with it.",
        (f"description {near.device} {near.port}", "flap down", "flap bgp down", "flap edge down"),
    )


def _blocking(facts: Facts) -> Planted:
    change = last_change("leaf1")
    made = f"which {change.user} made on 4 November at {change.time:%H:%M:%S}"
    counts = ", ".join(
        f"{facts.count(mark)} {name}"
        for mark, name in (
            ("denial", "denied packets"),
            ("timeout", "timeouts"),
            ("failure", "requests with status 503"),
        )
    )
    return Planted(
        "An access list that blocks a service",
        f"Entry 30 of `{BLOCKING_LIST}` on leaf1 (not on leaf2), {made}, denies"
        f" {BLOCKED_HOST}:{BLOCKED_PORT} to the fares application. What goes through leaf1 times out:"
        f" {counts}.",
        ("blocking entry", "blocking list use leaf1", "change leaf1", "denial", "timeout", "failure"),
    )


def _other_events() -> list[Planted]:
    return [
        Planted(
            "Password guessing",
            f"{INTRUDER}, leased to {INTRUDER_HOST}, fails {GUESS_COUNT} passwords on fw1 on 6 November.",
            ("intruder lease", "guess"),
        ),
        Planted("Heat", "branch-elm is too warm on the afternoon of 6 November.", ("heat",)),
        Planted(
            "A planned reload",
            "jpark reloads leaf2 on 7 November; both cores lose it for a while.",
            ("reload",),
        ),
    ]
