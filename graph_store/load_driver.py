"""Loads Neo4j's driver without numpy and pandas, which it would load for parameters that are never given."""

import sys

_hidden = [name for name in ("numpy", "pandas", "pyarrow") if name not in sys.modules]
sys.modules.update(dict.fromkeys(_hidden))  # type: ignore[arg-type]
try:
    import neo4j  # noqa: F401
finally:
    for _name in _hidden:
        del sys.modules[_name]
