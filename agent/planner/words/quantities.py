"""Numbers with a unit, as logs and questions write them: 163ms, 12.5 s, 30KB, 90%."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Unit:
    """What is measured, by the name of its plain unit, and how many of those one is."""

    plain: str
    size: float


def _table() -> dict[str, Unit]:
    times = {
        1e-9: "ns nsec nanosecond nanoseconds",
        1e-6: "us µs μs usec usecs microsecond microseconds",
        1e-3: "ms msec msecs millis millisecond milliseconds",
        1.0: "s sec secs second seconds",
        60.0: "min mins minute minutes",
        3600.0: "h hr hrs hour hours",
        86400.0: "day days",
    }
    units = {name: Unit("s", size) for size, names in times.items() for name in names.split()}
    units |= {name: Unit("bytes", 1.0) for name in ("b", "byte", "bytes", "octets")}
    units |= {name: Unit("%", 1.0) for name in ("%", "percent", "pct")}
    for power, letter in enumerate("kmgt", 1):
        units |= {f"{letter}b": Unit("bytes", 1000.0**power), f"{letter}ib": Unit("bytes", 1024.0**power)}
        units |= {
            f"{letter}bps": Unit("bit/s", 1000.0**power),
            f"{letter}bit/s": Unit("bit/s", 1000.0**power),
        }
    return units | {"bps": Unit("bit/s", 1.0), "bit/s": Unit("bit/s", 1.0)}


UNITS: Mapping[str, Unit] = MappingProxyType(_table())
"""Units by their names in lower case. A bare "m" may be minutes, metres or millions and is none."""
_BITS = re.compile(r"[kmgtKMGT]b")
_QUANTITY = re.compile(r"(\d+(?:\.\d+)?)\s?([A-Za-zµμ%]+(?:/s)?)")


def read_unit(text: str) -> Unit | None:
    """Read the name of a unit; "Mb" may be bits or bytes and is none."""
    return None if _BITS.fullmatch(text) and not text.islower() else UNITS.get(text.lower())


def name_unit(unit: Unit) -> str:
    """Return the shortest name of a unit; a plain one is called by its own."""
    if unit.size == 1.0:
        return unit.plain
    return min((name for name, one in UNITS.items() if one == unit), key=lambda name: (len(name), name))


def read_quantity(text: str) -> tuple[float, Unit] | None:
    """Read a number with its unit behind it, and nothing else."""
    found = _QUANTITY.fullmatch(text)
    unit = read_unit(found[2]) if found else None
    return (float(found[1]), unit) if found and unit else None


def unit_behind(number: str, text: str) -> Unit | bool | None:
    """Return the unit behind a number in a text, None where none is; False where the number is not there just once."""
    behind = r"(?!\d|\.\d|:\d)(?:\s?([A-Za-zµμ%]+(?:/s)?)(?!\w))?"
    found = list(re.finditer(rf"(?<![\w./-])(?<!\d:){re.escape(number)}{behind}", text))
    return (read_unit(found[0][1]) if found[0][1] else None) if len(found) == 1 else False
