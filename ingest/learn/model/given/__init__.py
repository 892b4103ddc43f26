"""Functions that learned parsers may call; their source is copied in front of the parser's."""
