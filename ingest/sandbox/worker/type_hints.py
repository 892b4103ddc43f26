"""What `typing` is to a parser: its names without its machinery, which evaluates text."""

from __future__ import annotations

import collections.abc


class TypeHint:
    """Stands for a name that only annotates: takes any subscript, and keeps none.

    The real `Union["..."]` makes an object that evaluates its text with all builtins.
    """

    __slots__ = ()

    def __getitem__(self, item: object) -> TypeHint:
        return self

    def __or__(self, other: object) -> TypeHint:
        return self

    __ror__ = __or__


TYPE_HINTS: dict[str, object] = {
    "Dict": dict,
    "List": list,
    "Set": set,
    "Tuple": tuple,
    **{
        name: getattr(collections.abc, name)
        for name in ("Callable", "Generator", "Iterable", "Iterator", "Mapping", "Sequence")
    },
    **{name: TypeHint() for name in ("Any", "Final", "Optional", "Union")},
}
"""By the names of `typing`; those of classes can be asked for with isinstance."""
