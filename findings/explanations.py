"""What a kind of finding means, why it matters, how to mend it, and when it is no problem: from explanations.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from findings.checks import ALL_CHECKS

EXPLANATIONS = Path(__file__).with_name("explanations.toml")


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a reader of a finding wants to know, each in a sentence or two."""

    kind: str
    what: str
    why: str
    mend: str
    fine: str


def read_explanations() -> tuple[Explanation, ...]:
    """Return the explanations of all kinds, in the order of the checks. Raises KeyError for a kind without one."""
    table = tomllib.loads(EXPLANATIONS.read_text(encoding="utf-8"))
    return tuple(Explanation(check.kind, check.summary, **table[check.kind]) for check in ALL_CHECKS)


def explain(kind: str) -> Explanation | None:
    """Return the explanation of a kind; None where there is no such kind."""
    return next((one for one in read_explanations() if one.kind == kind), None)
