"""Questions about three Cisco NX-OS devices: two EVPN switches and a redistribution router."""

from __future__ import annotations

from datetime import datetime

from benchmarks.gold.computations import every, how_many, negative, on, one, only
from benchmarks.gold.errors import NotComputableError
from benchmarks.gold.find_hits import Hit, find_hits, proofs
from benchmarks.gold.records import Ask, Computed, DataSet, Lines

CHANGED = r"^!Running configuration last done at: (\w+ \w+ +\d+ [\d:]+ \d{4})"


def _of(lines: Lines, device: str) -> Lines:
    return tuple(line for line in lines if line.device == device)


def features_of_nx1(lines: Lines) -> Computed:
    """List the features; those of the other devices are the universe."""
    hits = find_hits(_of(lines, "NX-1"), r"^feature (.+)$")
    others = tuple(hit.value for hit in find_hits(lines, r"^feature (eigrp|ospf)$"))
    return Computed(tuple(hit.value for hit in hits), proofs(hits), universe=others)


def prefixes_into_eigrp(lines: Lines) -> Computed:
    """Follow a route-map to its prefix-list and that to its prefixes."""
    own = _of(lines, "d1_redist")
    used = only(own, r"^(route-map redist_bgp_into_eigrp) .*\| match ip address prefix-list (?P<v>\S+)")
    entries = find_hits(own, rf"^ip prefix-list {used.value} seq \d+ permit ([\d.]+)/32")
    universe = tuple(hit.value for hit in find_hits(own, r"^ip prefix-list \S+ seq \d+ permit ([\d.]+)/"))
    answer = tuple(hit.value for hit in entries)
    return Computed(answer, (*used.proof, *proofs(entries)), universe=universe)


def highest_bandwidth(lines: Lines) -> Computed:
    """Compare the first number of every metric that a route-map sets."""
    hits = find_hits(lines, r"^route-map (\S+) permit \d+ \| set metric (?P<v>\d+) ")
    best = max(hits, key=lambda hit: int(hit.value))
    if [hit.value for hit in hits].count(best.value) > 1:
        raise NotComputableError("set metric", "a tie", "one highest")
    return Computed((f"{best.groups[0]} ({best.value})",), best.proof, must=(best.groups[0], best.value))


def time_of_change(lines: Lines) -> Computed:
    """Find the time of the last configuration of one device."""
    hit = only(lines, CHANGED)
    when = _when(hit)
    month, full = when.strftime("%b"), when.strftime("%B")
    days = tuple(form for name in (month, full) for form in (f"{name} {when.day}", f"{when.day} {name}"))
    return Computed(hit.value, hit.proof, must=(f"{when:%H:%M:%S}",), any_of=((*days, f"{when:%Y-%m-%d}"),))


def device_changed_last(lines: Lines) -> Computed:
    """Compare the times of the last configuration."""
    hits = find_hits(lines, CHANGED)
    best = max(hits, key=_when)
    return Computed((f"{best.line.device} ({best.value})",), proofs(hits), must=(best.line.device,))


def _when(hit: Hit) -> datetime:
    return datetime.strptime(hit.value, "%a %b %d %H:%M:%S %Y")


def internal_peers(lines: Lines) -> Computed:
    """Find the neighbors whose remote AS is the router's own."""
    own = _of(lines, "d1_redist")
    local = only(own, r"^router bgp (\d+)$")
    hits = find_hits(own, r"^router bgp \d+ \| neighbor (\S+) \| remote-as (\d+)$")
    inside = [hit for hit in hits if hit.groups[1] == local.value]
    answer = tuple(hit.value for hit in inside)
    universe = tuple(hit.value for hit in hits)
    return Computed(answer, (*local.proof, *proofs(inside)), universe=universe)


NXOS = DataSet(
    name="nxos",
    prefix="nx",
    files="multi-vendor/nxos/*.cfg",
    questions=(
        Ask(
            "lookup",
            "lo0 ip on NX-2?",
            on("NX-2", one(r"^(interface loopback0) \| ip address (?P<v>[\d.]+)")),
        ),
        Ask(
            "count",
            "How many Ethernet interfaces are listed in the config of d1_redist?",
            on("d1_redist", how_many(r"^interface (Ethernet\S+)$")),
        ),
        Ask("list", "Which features are enabled on NX-1?", features_of_nx1),
        Ask(
            "lookup",
            "what image does NX-2 boot from",
            on("NX-2", one(r"^boot nxos bootflash:/(\S+)")),
        ),
        Ask(
            "multi-hop",
            "Which prefixes does the route-map redist_bgp_into_eigrp let through on d1_redist?",
            prefixes_into_eigrp,
        ),
        Ask(
            "aggregate",
            "Which route-map sets the highest EIGRP bandwidth metric, and what is the value?",
            highest_bandwidth,
        ),
        Ask(
            "temporal",
            "When was the running config of NX-1 last changed?",
            on("NX-1", time_of_change),
        ),
        Ask("temporal", "Which of the devices was configured last?", device_changed_last),
        Ask(
            "list",
            "which intfs on NX-1 are in vrf TENANT-777",
            on("NX-1", every(r"^interface (\S+) \| vrf member TENANT-777$", r"^interface (\S+)$")),
        ),
        Ask("multi-hop", "Which of the bgp nbrs of d1_redist are iBGP?", internal_peers),
        negative(
            "What is the HSRP virtual IP on Vlan777 of NX-1?",
            "hsrp",
            "standby",
            answer="None: HSRP is not configured on any device.",
        ),
        negative(
            "show vpc domain of NX-1 and NX-2",
            r"\bvpc\b",
            answer="There is no vPC domain on any device.",
        ),
    ),
)
