"""180 attacks: none may have an effect in the sandbox, and most must have one without it."""

from __future__ import annotations

import json

import pytest

from ingest.sandbox.worker.wire import Layers
from tests.ingest.sandbox.as_nobody import run_as_nobody
from tests.ingest.sandbox.attacks import (
    ALL,
    DATA,
    EFFECTS,
    INTROSPECTION,
    SERVICE,
    on_files,
    on_network,
    on_processes,
)
from tests.ingest.sandbox.attacks.run_attacks import (
    CONFIGURATIONS,
    benign_parser_works,
    broken_records,
    effects_of,
    harm_to_service,
)


@pytest.mark.parametrize("layers", CONFIGURATIONS.values(), ids=CONFIGURATIONS)
def test_a_benign_parser_works_in_every_configuration(layers: Layers) -> None:
    assert benign_parser_works(layers)


def test_without_protection_the_attacks_work() -> None:
    found = effects_of(EFFECTS, CONFIGURATIONS["bare"])
    assert len(found) >= 40, sorted(EFFECTS.keys() - found)
    for group in (on_files, on_network, on_processes):
        assert len(found.keys() & group.ATTACKS.keys()) > len(group.ATTACKS) // 2, group.__name__
    assert len(effects_of(INTROSPECTION, CONFIGURATIONS["bare"])) >= 10


def test_the_kernel_layers_alone_stop_every_effect() -> None:
    assert effects_of(EFFECTS, CONFIGURATIONS["kernel layers"]) == {}


def test_the_kernel_layers_alone_stop_every_effect_for_an_ordinary_user() -> None:
    printed = run_as_nobody(
        "import json, os\n"
        "from tests.ingest.sandbox.attacks import EFFECTS\n"
        "from tests.ingest.sandbox.attacks.run_attacks import *\n"
        "layers = CONFIGURATIONS['kernel layers']\n"
        "print(json.dumps([os.getuid() != 0, benign_parser_works(layers), effects_of(EFFECTS, layers)]))\n"
    )
    assert json.loads(printed) == [True, True, {}]


def test_everything_together_stops_every_effect_and_every_look_inside() -> None:
    assert effects_of(EFFECTS | INTROSPECTION, CONFIGURATIONS["everything"]) == {}


def test_no_attack_on_availability_goes_unanswered() -> None:
    assert harm_to_service(SERVICE, CONFIGURATIONS["kernel layers"]) == {}


@pytest.mark.parametrize("configuration", ["kernel layers", "everything"])
def test_no_record_that_breaks_the_contract_arrives(configuration: str) -> None:
    assert broken_records(DATA, CONFIGURATIONS[configuration]) == {}


def test_the_suite_is_whole() -> None:
    assert (len(EFFECTS), len(INTROSPECTION), len(SERVICE), len(DATA), len(ALL)) == (55, 53, 37, 35, 180)
