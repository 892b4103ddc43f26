"""Questions whose answers order decides: the first entry of a list that matches, and the filters on a way."""
