"""The formats in which logs write times, as regular expressions with named groups."""

from __future__ import annotations

import re

MAY_HOLD_TIME = re.compile(r"[0-9]:[0-5][0-9]|[0-9]{6}|-[0-9]{2}\.[0-9]{2}\.")
"""Has to be in every text in which a time is found; asked first. A format without it is not found."""

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

ZONES = {
    "Z": 0, "UTC": 0, "GMT": 0, "UT": 0, "WET": 0, "WEST": 60, "BST": 60, "CET": 60, "CEST": 120, "MEZ": 60,
    "MESZ": 120, "EET": 120, "EEST": 180, "MSK": 180, "EST": -300, "EDT": -240, "CST": -360, "CDT": -300,
    "MST": -420, "MDT": -360, "PST": -480, "PDT": -420, "AKST": -540, "AKDT": -480, "HST": -600, "IST": 330,
    "SGT": 480, "HKT": 480, "AWST": 480, "JST": 540, "KST": 540, "AEST": 600, "AEDT": 660,
    "NZST": 720, "NZDT": 780,
}  # fmt: skip
"""Minutes east of Greenwich of the zone names in wide use."""
PLACES = {
    name: place
    for place, names in {
        "Europe/Lisbon": "WET WEST",
        "Europe/London": "BST",
        "Europe/Berlin": "CET CEST MEZ MESZ",
        "Europe/Helsinki": "EET EEST",
        "America/New_York": "EST EDT",
        "America/Chicago": "CST CDT",
        "America/Denver": "MST MDT",
        "America/Los_Angeles": "PST PDT",
    }.items()
    for name in names.split()
}
"""Where clocks are changed as the names of zones say."""

_MONTH = "(?P<month_name>(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6})"
_SMALL_MONTH = f"(?P<month_name>(?i:{'|'.join(MONTHS)}))"
_WEEKDAY = "(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? +)"
_CLOCK = (
    r"(?P<hour>[0-2]?[0-9]):(?P<minute>[0-5][0-9]):(?P<second>[0-6][0-9])(?:[.,](?P<fraction>[0-9]{1,9}))?"
)
HALF = r"(?: ?(?P<half>[AaPp])[Mm](?:\.[0-9]{1,9})?(?![A-Za-z0-9]))?"
ZONE = (
    r"(?: ?\(?(?P<zone>[+-][0-9]{2}:?[0-9]{2}|Z|[+-][0-9]{2}|"
    + "|".join(sorted((name for name in ZONES if name != "Z"), key=len, reverse=True))
    + r"|Z)(?![A-Za-z0-9:]*[A-Za-z0-9])\)?)?+"
)
_YEAR = "(?P<year>(?:19|20)[0-9]{2})"
_SHORT_YEAR = "(?P<short_year>[0-9]{2})"
_DAY = "(?P<day>[0-3]?[0-9])"
_GLUE = r"""(?:[T_]| +|[-:](?=[0-2][0-9]:)|["']?(?:[,;|\t] ?| +)(?:["']?[a-z_]{0,8}time["']?[=:] ?)?["']?)"""
"""What stands between a date and its clock: a blank or a sign, or two columns or two keys, `date="..." time="..."`."""
_NUMBER_MONTH = "(?P<month>[01]?[0-9])"


class TimeFormat:
    """One way to write a time. `pattern` names its pieces; `before` and `after` may stand around it.

    Unless it is found `anywhere`, it is looked for only where a line has its time stamp.
    """

    def __init__(
        self,
        name: str,
        pattern: str,
        has_year: bool = True,
        has_date: bool = True,
        anywhere: bool = True,
        before: str = "(?<![0-9])(?<![0-9][:./-])",
        after: str = "(?![0-9]|[.:-][0-9])",
    ) -> None:
        self.name, self.pattern, self.before, self.after = name, pattern, before, after
        self.has_year, self.has_date, self.anywhere = has_year, has_date, anywhere

    @property
    def plain(self) -> str:
        """The pattern for a larger one: no named or numbered groups."""
        return re.sub(r"\(\?P<\w+>", "(?:", self.pattern)


_DATE2 = "(?P<month>[01][0-9])-(?P<day>[0-3][0-9])"
_HOUR2, _MINUTE2, _SECOND2 = "(?P<hour>[0-2][0-9])", "(?P<minute>[0-5][0-9])", "(?P<second>[0-6][0-9])"
_FRACTION = "(?P<fraction>[0-9]{1,9})"

FORMATS: tuple[TimeFormat, ...] = (
    TimeFormat("iso", rf"{_YEAR}[-/.:]{_NUMBER_MONTH}[-/.:]{_DAY}{_GLUE}{_CLOCK}{HALF}{ZONE}"),
    TimeFormat("iso minutes", rf"{_YEAR}-{_DATE2}[T ]{_HOUR2}:{_MINUTE2}{ZONE}"),
    TimeFormat("iso dots", rf"{_YEAR}-{_DATE2}-{_HOUR2}\.{_MINUTE2}\.{_SECOND2}(?:\.{_FRACTION})?"),
    TimeFormat(
        "basic",
        rf"{_YEAR}(?P<month>[01][0-9])(?P<day>[0-3][0-9])"
        rf"[T -]?{_HOUR2}:?{_MINUTE2}:?{_SECOND2}(?:[.,:]{_FRACTION})?{ZONE}",
    ),
    TimeFormat(
        "basic, single digits",
        rf"{_YEAR}[-/.]?(?P<month>[01][0-9])[-/.]?(?P<day>[0-3][0-9])[T -]"
        r"(?P<hour>[0-2]?[0-9]):(?P<minute>[0-5]?[0-9]):(?P<second>[0-6]?[0-9])(?::(?P<millisecond>[0-9]{1,3}))?"
        + ZONE,
    ),
    TimeFormat("year month day", rf"{_YEAR} {_MONTH} +{_DAY},? {_CLOCK}{ZONE}"),
    TimeFormat("weekday first", rf"{_WEEKDAY}{_MONTH} +{_DAY},? {_CLOCK}{HALF}{ZONE} {_YEAR}"),
    TimeFormat("clock, weekday", rf"{_CLOCK}{HALF}{ZONE} {_WEEKDAY}?{_MONTH} +{_DAY},? {_YEAR}"),
    TimeFormat("month day year", rf"[*.]?{_WEEKDAY}?{_MONTH} +{_DAY},? {_YEAR},? {_CLOCK}{HALF}{ZONE}"),
    TimeFormat(
        "month day, year last",
        rf"[*.]?{_MONTH} +{_DAY} {_CLOCK}(?::(?P<millisecond>[0-9]{{1,3}}))?{ZONE} {_YEAR}(?=[:\]\s]|$)",
    ),
    TimeFormat("month day", rf"[*.]?{_WEEKDAY}?{_MONTH} +{_DAY},? {_CLOCK}{ZONE}", has_year=False),
    TimeFormat("day month year", rf"{_WEEKDAY}?{_DAY}[-/ ]{_MONTH}[-/ ]{_YEAR}[: ]{_CLOCK}{HALF}{ZONE}"),
    TimeFormat("month/day/year", rf"{_SMALL_MONTH}/{_DAY}/{_YEAR}{_GLUE}{_CLOCK}{ZONE}"),
    TimeFormat("month/day", rf"{_SMALL_MONTH}/{_DAY} {_CLOCK}", has_year=False),
    TimeFormat("day month", rf"{_DAY}[- ]{_MONTH} {_CLOCK}{ZONE}", has_year=False),
    TimeFormat("slashes", rf"(?P<month>[0-3]?[0-9])[/-]{_DAY}[/-]{_YEAR}{_GLUE}{_CLOCK}{HALF}{ZONE}"),
    TimeFormat("dots", rf"{_DAY}\.{_NUMBER_MONTH}\.{_YEAR}{_GLUE}{_CLOCK}{ZONE}"),
    TimeFormat(
        "short year", rf"{_SHORT_YEAR}[-/](?P<month>[01][0-9])[-/](?P<day>[0-3][0-9])[ T]{_CLOCK}{ZONE}"
    ),
    TimeFormat(
        "slashes, short year", rf"(?P<month>[0-3]?[0-9])/{_DAY}/{_SHORT_YEAR}(?:,? +|,){_CLOCK}{HALF}{ZONE}"
    ),
    TimeFormat(
        "dots, short year", rf"{_DAY}\.{_NUMBER_MONTH}\.{_SHORT_YEAR},? +{_CLOCK}{ZONE}", anywhere=False
    ),
    TimeFormat(
        "number month day", rf"(?P<month>[01][0-9])[-./](?P<day>[0-3][0-9])[ T-]{_CLOCK}", has_year=False
    ),
    TimeFormat(
        "letter month day",
        rf"(?P<month>[01][0-9])(?P<day>[0-3][0-9]) {_CLOCK}",
        has_year=False,
        before="(?<=^[A-Z])",
    ),
    TimeFormat(
        "six digits",
        rf"{_SHORT_YEAR}(?P<month>0[1-9]|1[0-2])(?P<day>0[1-9]|[12][0-9]|3[01])"
        rf" +(?P<hour>[01]?[0-9]|2[0-3])(?::(?=[0-5][0-9]:))?{_MINUTE2}:?(?P<second>[0-5][0-9])",
        anywhere=False,
    ),
    TimeFormat(
        "epoch",
        r"(?P<epoch>1[0-9]{9}(?:[0-9]{3}|[0-9]{6}|[0-9]{9})?(?:\.[0-9]{1,9})?)",
        anywhere=False,
        before="(?<![0-9])(?<![0-9][.,/-])",
        after="(?![0-9]|[.-][0-9])",
    ),
    TimeFormat(
        "clock",
        _CLOCK,
        has_year=False,
        has_date=False,
        anywhere=False,
        before="(?<![0-9A-Fa-f]:)(?<![0-9][.,/-])(?<![0-9])",
        after="(?![0-9]|[.-][0-9]|:[0-9A-Fa-f]{2})",
    ),
)
"""In the order of preference where two begin at the same character."""

BY_NAME = {format_.name: format_ for format_ in FORMATS}
