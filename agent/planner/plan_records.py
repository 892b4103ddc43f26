"""What a question means before it is written as a statement: a target, and conditions on the graph."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from agent.planner.words.quantities import Unit
from agent.records import Intent
from graph_store.records import Scalar

Parameter = Scalar | tuple[Scalar, ...]

Test = Literal[
    "equal",
    "present",
    "on",
    "within",
    "line",
    "contains",
    "inside",
    "begins",
    "starts",
    "after",
    "before",
    "beyond",
    "through",
    "least",
    "more",
    "most",
    "less",
]
"""How a condition tests its property; "line" looks for words in the entity's own lines, "inside" and
"begins" look for a whole word of the value and for its beginning, and "starts" for the beginning of the value.
Of times, "after" and "through" hold the one that is named, "before" and "beyond" do not."""

CLOCK, DAY = "clock", "day"
"""Stand for the time of day of an event's time stamp, and for its month and day."""


@dataclass(frozen=True, slots=True)
class Heir:
    """Where an entity gets a property that it has not itself: from its owner, or from one that `by` names."""

    label: str
    by: str
    steps: int


@dataclass(frozen=True, slots=True)
class Scale:
    """The unit in which the values of a measure are compared; None where the records say none.

    `factors` turn values into that unit, by the kind of record, where kinds differ; `spelled` values say their units.
    """

    unit: Unit | None = None
    factors: tuple[tuple[str, float], ...] = ()
    spelled: bool = False


@dataclass(frozen=True, slots=True)
class Condition:
    """A test on a label's property; without `property` an entity of the label has to be there.

    `values` are alternatives; for "within" they are the first and last address as numbers. `also` are other
    properties of which one may meet the test instead, `contrary` are switches that say it by being off, and `stated`
    are properties that say it by some values. An entity without the property has that of its `heir`.
    A size is compared on its `scale`; in a question it may have a `unit`.
    """

    label: str
    property: str = ""
    test: Test = "equal"
    values: tuple[Scalar, ...] = ()
    negated: bool = False
    also: tuple[str, ...] = ()
    contrary: tuple[str, ...] = ()
    stated: tuple[tuple[str, tuple[Scalar, ...]], ...] = ()
    heir: Heir | None = None
    scale: Scale | None = None
    unit: Unit | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """What is wanted: devices (no label), entities (no property) or the values of a property."""

    label: str = ""
    property: str = ""


@dataclass(frozen=True, slots=True)
class Join:
    """How entities of `other` belong to the target by name: `label`.`property` holds the key of the one or the other.

    `label` is `other` or below it when the keys are the target's (`to_target`), else the target's or below that.
    """

    other: str
    label: str
    property: str
    to_target: bool


@dataclass(frozen=True, slots=True)
class Meaning:
    """One way to read a question. `explained` are the token positions it accounts for; the highest score wins.

    For events `labels` are their types (all, when there are none), and `properties` what is wanted of them; `group` is
    a property to count by, or the number of characters of the time stamp that name a span. `measure` is the property
    whose greatest value, or greatest sum (`adds_up`), is wanted.
    """

    target: Target
    conditions: tuple[Condition, ...] = ()
    devices: tuple[str, ...] = ()
    extras: tuple[tuple[str, str], ...] = ()
    explained: frozenset[int] = field(default_factory=frozenset)
    score: float = 0.0
    unlinked: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    joins: tuple[Join, ...] = ()
    heir: Heir | None = None
    group: str = ""
    measure: str = ""
    adds_up: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement with its parameters, and what the rows say.

    `declined` says what is not answered, where the rows are only what can be said of it.
    """

    text: str
    parameters: dict[str, Parameter]
    intent: Intent
    columns: tuple[str, ...]
    group: str = ""
    subject: str = ""
    note: str = ""
    declined: str = ""
