"""Reads nested formats (JSON, YAML, XML, INI, tables, options, zones) into pieces, and says these as statements."""
