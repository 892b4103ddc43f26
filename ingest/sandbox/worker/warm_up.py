"""Import and run beforehand what the standard library would load when nothing can be opened any more."""

from __future__ import annotations

import _strptime  # type: ignore[import-not-found]
import encodings.ascii
import encodings.latin_1
import encodings.utf_8
import gc
import heapq
import linecache
import re
import sys
import time
import unicodedata
from datetime import datetime

LOADED_LATER = (encodings.ascii, encodings.latin_1, encodings.utf_8, heapq, linecache, unicodedata)

MOST_PATTERNS = 20_000
"""How many patterns `re` keeps compiled. A parser is run anew for each batch: with more than the usual 512 it would
compile all of them each time, some ten times its other work."""


def warm_up() -> None:
    """Touch time zones, `strptime` and the formats of numbers; call before sealing."""
    re._MAXCACHE = MOST_PATTERNS  # type: ignore[attr-defined]
    time.tzset()
    _strptime._strptime_datetime(datetime, "2017-05-16 00:00:00", "%Y-%m-%d %H:%M:%S")
    datetime(2017, 5, 16).strftime("%c %a %b")
    sys.set_int_max_str_digits(4300)
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
