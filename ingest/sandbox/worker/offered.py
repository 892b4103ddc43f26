"""What a parser may use: these names of these modules, and these builtins."""

from __future__ import annotations


def words(text: str) -> tuple[str, ...]:
    """Split at blanks."""
    return tuple(text.split())


MODULES: dict[str, tuple[str, ...]] = {
    "re": words(
        "compile match fullmatch search sub subn split findall finditer escape error Match Pattern A "
        "ASCII I IGNORECASE M MULTILINE S DOTALL X VERBOSE U UNICODE"
    ),
    "json": ("loads", "dumps", "JSONDecodeError"),
    "datetime": ("date", "datetime", "time", "timedelta", "timezone", "UTC", "MINYEAR", "MAXYEAR"),
    "ipaddress": words(
        "ip_address ip_network ip_interface IPv4Address IPv6Address IPv4Network IPv6Network IPv4Interface "
        "IPv6Interface AddressValueError NetmaskValueError collapse_addresses summarize_address_range"
    ),
    "math": words("ceil floor isfinite isnan inf nan log log2 log10 sqrt trunc"),
    "collections": ("Counter", "OrderedDict", "defaultdict", "deque", "ChainMap"),
    "itertools": words(
        "chain islice groupby takewhile dropwhile zip_longest accumulate count product combinations "
        "pairwise repeat"
    ),
    "functools": ("lru_cache", "cache", "partial", "reduce"),
    "operator": ("itemgetter",),
    "bisect": ("bisect", "bisect_left", "bisect_right", "insort"),
    "string": words(
        "ascii_letters ascii_lowercase ascii_uppercase digits hexdigits punctuation whitespace printable"
    ),
    "collections.abc": ("Callable", "Generator", "Iterable", "Iterator", "Mapping", "Sequence"),
    "reading": words(
        "convert entry_fields enveloped property_name read_configuration read_events read_log read_mixed shape "
        "with_length"
    ),
    "typing": words(
        "Any Callable Dict Final Generator Iterable Iterator List Mapping Optional Sequence Set Tuple Union"
    ),
    "csv": ("reader", "DictReader", "Error", "QUOTE_ALL", "QUOTE_MINIMAL", "QUOTE_NONE"),
    "io": ("StringIO",),
    "__future__": ("annotations",),
}
"""Facades hold only these: `json.codecs.open` and `re.enum.sys` are real ways out of the whole modules."""

BUILTINS: tuple[str, ...] = words(
    "abs all any ascii bin bool bytes callable chr classmethod dict divmod enumerate filter float format "
    "frozenset hash hex int isinstance issubclass iter len list map max min next object oct ord pow print "
    "property range repr reversed round set slice sorted staticmethod str sum super tuple zip "
    "ArithmeticError AssertionError AttributeError Exception IndexError KeyError LookupError "
    "NotImplementedError OverflowError RecursionError RuntimeError StopIteration TypeError "
    "UnicodeDecodeError UnicodeEncodeError ValueError ZeroDivisionError"
)
