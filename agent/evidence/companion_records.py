"""What a companion is: a statement to run beside another, and its columns that tell which nodes were matched."""

from __future__ import annotations

from dataclasses import dataclass

from agent.evidence.node_patterns import Kind


@dataclass(frozen=True, slots=True)
class Handle:
    """A companion's column of node ids (of a device its names, of a document its paths).

    `properties` are what the statement names, None for all of them; `dynamic` when their names are computed.
    `counted` when two more columns follow: how many there are, and the last. `per_value` when each node stands for
    one distinct value; `unnamed` when nodes are counted whose names the statement does not speak of.
    """

    column: str
    kind: Kind
    properties: frozenset[str] | None
    dynamic: bool = False
    counted: bool = False
    per_value: bool = False
    unnamed: bool = False


@dataclass(frozen=True, slots=True)
class Companion:
    """A statement to run beside the first one. `keys` are the columns that rows are joined by, None for all.

    `extreme` is the column whose values the statement wants as a parameter. `instead` tell the evidence of single
    values, and stand for this one as long as they find something. `by_value` when each row counts one value.
    `ends` finds the first and the last node alone: for more nodes than a graph collects. `label` is the one whose
    nodes are all matched by the only row, and nothing else. `width` counts the first columns, which are the
    statement's own rows as they are; 0 where they may be others, or in another order.
    """

    statement: str
    handles: tuple[Handle, ...]
    keys: tuple[int, ...] | None
    extreme: int | None = None
    instead: tuple[Companion, ...] = ()
    by_value: bool = False
    ends: Companion | None = None
    label: str = ""
    width: int = 0
