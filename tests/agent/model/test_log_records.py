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
    return _label(name, count, *shared, _property("unit", count, "lift7"), *properties)


OPENED = _kind("Opened", 3, _property("door", 3, "north"))
CLOSED = _kind("Closed", 2, _property("seconds", 2, "4"))
EVENTS = _kind("Event", 5, _property("door", 3, "north"))
LIFT = _label("Lift", 1, _property("unit", 1, "lift7"), _property("message", 1, "mind the gap"))


def test_what_all_records_have_is_told_at_their_common_label_alone() -> None:
    labels = describe_graph(Description((EVENTS, OPENED, CLOSED, LIFT)))["labels"].splitlines()
    assert labels[0] == (
        "- Event (5 nodes): message (string: Event it); template (string: Event <*>); unit (string: lift7)"
    )
    assert set(labels[1:]) == {
        "- Opened (3 nodes): door (string: north); template (string: Opened <*>)",
        "- Closed (2 nodes): seconds (string: 4); template (string: Closed <*>)",
        "- Lift (1 nodes): message (string: mind the gap); unit (string: lift7)",
    }


def test_one_kind_of_records_tells_all_itself() -> None:
    assert part_records((EVENTS, OPENED, LIFT)) == ((), (EVENTS, OPENED, LIFT))


def test_configurations_have_no_records() -> None:
    assert part_records((LIFT,)) == ((), (LIFT,))
