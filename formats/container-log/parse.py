"""Reads logs of containers as a runtime keeps them, with a line of text or an object each, after Kubernetes' CRI format."""

from reading import read_log

HEADER = [r"(?P<timestamp_text>{iso}) (?P<stream>stdout|stderr) (?P<part>[FP])(?: |$)"]
BODIES = "json"
KEYS = {
    "ts": "timestamp_text", "time": "timestamp_text", "timestamp": "timestamp_text", "@timestamp": "timestamp_text",
    "level": "level", "severity": "level", "lvl": "level", "msg": "message", "message": "message", "app": "process",
}  # fmt: skip
EVENTS = [
    ("BgpNeighborUp", "<?%ADJCHANGE: ?>neighbor <neighbor:[0-9a-fA-F.:]+>(<hostname:[^)]*>) in vrf <vrf> <state=Up>"),
    ("BgpNeighborDown", "<?%ADJCHANGE: ?>neighbor <neighbor:[0-9a-fA-F.:]+>(<hostname:[^)]*>) in vrf <vrf> <state=Down> <reason:text>"),
    ("Traceback", "Traceback (most recent call last):"),
]  # fmt: skip


def parse(lines):
    """Read the lines; the pieces of one that was cut are one record."""
    return read_log(lines, HEADER, EVENTS, bodies=BODIES, keys=KEYS, templates=True)
