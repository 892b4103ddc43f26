"""Strong means that the self-probe passes; anything less is refused by name."""

from __future__ import annotations

import json
import os

import pytest

from ingest.sandbox import Sandbox
from ingest.sandbox.errors import SandboxUnavailableError
from ingest.sandbox.limits import SandboxLimits
from ingest.sandbox.worker.self_probe import PROBES
from ingest.sandbox.worker.wire import Layers
from ingest.sandbox.worker_process import Strength, read_strength
from tests.ingest.sandbox.as_nobody import run_as_nobody

REFUSED = dict.fromkeys(PROBES, "refused")


def test_the_whole_sandbox_is_strong() -> None:
    with Sandbox(workers=1) as sandbox:
        strength = sandbox.strength()
    assert strength.strong
    assert strength.leaks == ()
    assert strength.summary().startswith("strong (")
    assert "seccomp" in strength.summary()


WEAKENED = {
    "without the system call filter threads can start": (
        Layers(seccomp=False, rlimits=False),
        "start a thread",
    ),
    "with limits alone memory can be made executable": (
        Layers(landlock=False, seccomp=False),
        "make executable memory",
    ),
    "with Landlock alone processes can start": (
        Layers(rlimits=False, no_descriptors=False, seccomp=False),
        "start a process",
    ),
    "with facades alone files can be read": (
        Layers(rlimits=False, no_descriptors=False, landlock=False, seccomp=False),
        "read a file",
    ),
}


@pytest.mark.parametrize(("layers", "leak"), WEAKENED.values(), ids=WEAKENED)
def test_a_weak_sandbox_is_refused_by_what_it_lets_through(layers: Layers, leak: str) -> None:
    with pytest.raises(SandboxUnavailableError, match="could still: ") as caught, Sandbox(layers=layers):
        pass
    assert leak in caught.value.leaks
    assert leak in str(caught.value)
    assert "can be allowed, except as root" in str(caught.value)


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to show that root is refused")
def test_root_may_never_use_a_weak_sandbox() -> None:
    weak = Sandbox(layers=Layers(seccomp=False), allow_weak=True)
    with pytest.raises(SandboxUnavailableError, match="never used as root"), weak:
        pass


def test_an_ordinary_user_may_allow_a_weak_sandbox_with_a_warning() -> None:
    printed = run_as_nobody(
        "import json, warnings\n"
        "from ingest.sandbox import Sandbox\n"
        "from ingest.sandbox.worker.wire import Layers\n"
        "with warnings.catch_warnings(record=True) as caught:\n"
        "    warnings.simplefilter('always')\n"
        "    with Sandbox(layers=Layers(seccomp=False), allow_weak=True) as sandbox:\n"
        "        found = sandbox.run_split('def split(lines): return list(lines)', ['a'])\n"
        "        summary = sandbox.strength().summary()\n"
        "told = [[each.category.__name__, str(each.message)] for each in caught]\n"
        "print(json.dumps([found, summary, told]))\n"
    )
    found, summary, ((category, message),) = json.loads(printed)
    assert found == ["a"]
    assert summary.startswith("WEAK, could still: ")
    assert category == "WeakSandboxWarning"
    assert message.startswith("generated code runs in a weak sandbox: it could ")


HELLOS = {
    "all refused is strong": ({"probes": REFUSED, "standing": ["seccomp 9"]}, Strength(("seccomp 9",), ())),
    "a probe that succeeded is a leak": (
        {"probes": REFUSED | {"read a file": "allowed"}, "standing": []},
        Strength((), ("read a file",)),
    ),
    "a file that is merely missing is a leak": (
        {"probes": REFUSED | {"delete a file": "allowed (ENOENT)"}, "standing": []},
        Strength((), ("delete a file",)),
    ),
    "a probe that was not made is a leak": (
        {"probes": {key: "refused" for key in PROBES if key != "start a process"}, "standing": []},
        Strength((), ("start a process",)),
    ),
}


@pytest.mark.parametrize(("hello", "expected"), HELLOS.values(), ids=HELLOS)
def test_judging_a_self_probe(hello: dict[str, object], expected: Strength) -> None:
    assert read_strength(json.dumps(hello).encode()) == expected


def test_a_worker_that_cannot_start_is_not_available() -> None:
    with (
        pytest.raises(SandboxUnavailableError, match="did not start"),
        Sandbox(limits=SandboxLimits(start_s=0.0)),
    ):
        pass
