"""Attribute names that the offered types have, and names that lead into the interpreter."""

from __future__ import annotations

import collections
import datetime
import ipaddress
import re
import types

from .offered import MODULES

_OFFERED_TYPES: tuple[type, ...] = (
    str, bytes, int, float, bool, list, dict, set, frozenset, tuple, range, slice, re.Pattern, re.Match,
    datetime.date, datetime.datetime, datetime.time, datetime.timedelta, datetime.timezone,
    ipaddress.IPv4Address, ipaddress.IPv6Address, ipaddress.IPv4Network, ipaddress.IPv6Network,
    ipaddress.IPv4Interface, ipaddress.IPv6Interface, collections.Counter, collections.OrderedDict,
    collections.defaultdict, collections.deque, collections.ChainMap,
)  # fmt: skip
_OFFERED_MORE = str.split(
    "from_iterable args msg pos lineno colno doc network ip fieldnames read readline readlines getvalue "
    "cache_clear send close"
)
_READING_ATTRIBUTES_BY_TEXT = {"format", "format_map"}

OFFERED = (
    frozenset(name for each in _OFFERED_TYPES for name in dir(each) if not name.startswith("_"))
    | frozenset(name for names in MODULES.values() for name in names)
    | frozenset(_OFFERED_MORE)
) - _READING_ATTRIBUTES_BY_TEXT
"""Always possible."""

INTERNAL = (_READING_ATTRIBUTES_BY_TEXT | {"obj"}) | {
    name
    for each in (types.FrameType, types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType,
                 types.TracebackType, types.CodeType, types.FunctionType, types.MethodType, type)
    for name in dir(each)
    if name not in OFFERED
}  # fmt: skip
"""Never possible, even where the source has an attribute of its own by that name."""
