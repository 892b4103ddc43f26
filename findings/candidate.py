"""Compares what the checks find with a configuration as it is, and as it would be. Pure; nothing is loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from findings.checks import CHECKS, run_alone
from findings.errors import CandidateError
from findings.facts import DeviceFacts, Network, read_device
from findings.records import ComparedFindings, Finding, by_severity, compare_findings
from findings.rule_file import Rule
from findings.rules import judge_lines
from findings.statements import read_statements
from graph_store.records import SourceLine


@dataclass(frozen=True, slots=True)
class CandidateConfiguration:
    """A configuration that is not loaded; `device` is the one that it is for, `is_known` whether it replaces one."""

    device: str
    is_known: bool
    facts: DeviceFacts


def read_candidate(
    path: str, lines: Sequence[str], network: Network, device: str = ""
) -> CandidateConfiguration:
    """Read a configuration, whose device is the given one, or the one that it names itself.

    Names are compared without case. Raises CandidateError where the file says nothing that a check reads, or names
    no device.
    """
    numbered = [SourceLine(path, number, text) for number, text in enumerate(lines, 1)]
    syntax, statements = read_statements(numbered)
    facts = read_device(device, syntax, statements)
    named = device or next((one.value for one in facts.all("hostname")), "")
    if not named:
        raise CandidateError(f"{path}: no device is named in it; name it with --device")
    if not facts.told:
        raise CandidateError(f"{path}: no statement of a configuration was understood in it")
    known = {one.device.lower(): one.device for one in network.devices}
    name = known.get(named.lower(), named)
    return CandidateConfiguration(name, named.lower() in known, read_device(name, syntax, statements))


def compare_candidates(
    network: Network, candidates: Sequence[CandidateConfiguration], rules: Sequence[Rule] = ()
) -> ComparedFindings:
    """Compare what the checks of configurations find now, and with candidates in the place of their devices.

    Logs stay as they are, and so do rules about things of the graph.
    """
    replaced = {one.device for one in candidates}
    others = [one for one in network.devices if one.device not in replaced]
    devices = sorted([*others, *(one.facts for one in candidates)], key=lambda one: one.device)
    before, after = (_check(one, rules) for one in (network, Network(tuple(devices))))
    return compare_findings(before, after)


def _check(network: Network, rules: Sequence[Rule]) -> tuple[Finding, ...]:
    runs: list[tuple[str, Callable[[], Iterable[Finding]]]] = [
        *((check.kind, partial(check.run, network)) for check in CHECKS),
        *((rule.name, partial(judge_lines, rule, network)) for rule in rules if rule.is_of_lines),
    ]
    failed: list[Finding] = []
    found = [one for kind, run in runs for one in run_alone(kind, run, failed)]
    return tuple(sorted(dict.fromkeys([*failed, *found]), key=by_severity))
