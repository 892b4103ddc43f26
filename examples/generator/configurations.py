"""Writes every configuration of the plan, each in the syntax of its device."""

from random import Random

from . import eos, ios_branch, ios_campus, ios_core, junos_edge, junos_site
from .braces import braces, set_statements
from .documents import Document, MarkedLine, marked_lines
from .plan import DEVICES, Device


def configurations(seed: int) -> list[Document]:
    return [Document(device.path, tuple(_lines(device, seed))) for device in DEVICES]


def _lines(device: Device, seed: int) -> list[MarkedLine]:
    random = Random(f"{seed} {device.name}")  # noqa: S311 (a repeatable sample, not a secret)
    if device.platform == "ios":
        return marked_lines(_ios(device, random))
    if device.platform == "eos":
        return marked_lines(eos.leaf(device))
    if device.platform == "junos-set":
        return set_statements(marked_lines(junos_site.branch(device)))
    return braces(marked_lines(_junos(device)))


def _ios(device: Device, random: Random) -> str:
    role = device.name.rstrip("0123456789").partition("-")[0]
    writers = {
        "core": ios_core.core,
        "dist": ios_campus.distribution,
        "access": ios_campus.access,
        "branch": ios_branch.branch,
    }
    return writers[role](device, random)


def _junos(device: Device) -> str:
    return junos_site.firewall(device) if device.name == "fw1" else junos_edge.edge(device)
