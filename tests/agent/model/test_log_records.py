"""How prompts tell what all log records have: once."""

from __future__ import annotations

from agent.model.describe_graph import describe_graph, part_records
from graph_store.records import Description, LabelDescription, PropertyDescription


def _property(name: str, count: int, *examples: str) -> PropertyDescription:
    return PropertyDescription(name, ("string",), count, len(examples), examples)


def _label(name: str, count: int, *properties: PropertyDescription) -> LabelDescription:
    return LabelDescription(name, count, properties)


def _kind(name: str, count: int, *properties: PropertyDescription) -> LabelDescription:
    shared = (_property("message", count, f"{name} it"), _property("template", count, f"{name} <*>"))
    shared += (_property("timestamp", count, "2026-11-06T10:00:00Z"),)
    return _label(name, count, *shared, _property("unit", count, "lift7"), *properties)


OPENED = _kind("Opened", 3, _property("door", 3, "north"))
CLOSED = _kind("Closed", 2, _property("seconds", 2, "4"))
BEGUN = _kind("Begun", 2)
EVENTS = _kind("Event", 5, _property("door", 3, "north"))
LIFT = _label("Lift", 1, _property("unit", 1, "lift7"), _property("message", 1, "mind the gap"))


def test_what_most_records_have_is_told_at_their_common_label_alone() -> None:
    labels = describe_graph(Description((EVENTS, OPENED, CLOSED, BEGUN, LIFT)))["schema"].splitlines()
    assert labels[0] == "- Event (5): message; unit"
    assert set(labels[1:]) == {
        "- Opened (3): template (Opened <*>); door (north)",
        "- Closed (2): template (Closed <*>); seconds ('4')",
        "- Begun (2): template (Begun <*>)",
        "- Lift (1): message (mind the gap); unit (lift7)",
    }


def test_one_kind_of_records_tells_all_itself() -> None:
    assert part_records((EVENTS, OPENED, LIFT)) == ((), (EVENTS, OPENED, LIFT))


def test_configurations_have_no_records() -> None:
    assert part_records((LIFT,)) == ((), (LIFT,))
