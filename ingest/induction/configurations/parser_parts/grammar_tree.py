"""The grammar of a configuration syntax, built from its written form.

A grammar node is a dict: `words` (keyword → node), `slot` (node behind a variable), `block` (node for nested
statements), `text` (the rest of the line is free text); a slot has `entity` (it is the key of this type),
`entry` (every line behind it is a record of this type), `list` (it has any number of values), `keyless` (it is the
first property of a record without key), `numbered` (it numbers the entries of a list).
"""


def read_grammar(text):
    """Build the grammar from its written form, a statement's words on each line; see GRAMMAR."""
    root = {}
    stack = [root]
    for line in text.splitlines():
        signs = line.split()
        if signs == ["}"]:
            stack.pop()
            continue
        node = stack[-1]
        for sign in signs:
            node = grow(node, sign)
        if signs and signs[-1] == "{":
            stack.append(node)
    return root


def grow(node, sign):
    """Return the node behind one sign of a grammar line, made where there is none yet."""
    if sign == "{":
        return node.setdefault("block", {})
    if sign == "...":
        node["text"] = True
        return node
    if sign in ("*", "**"):
        slot = node.setdefault("slot", {})
        if sign == "**":
            slot["list"] = True
        return slot
    if sign[0] == "<" and sign[-1] == ">":
        slot = node.setdefault("slot", {})
        name, _, entry = sign.strip("<#+>").partition("/")
        slot["entity"] = name
        if entry:
            slot["entry"] = entry
        if sign[1] in "+#":
            slot["keyless" if sign[1] == "+" else "numbered"] = True
        return slot
    word = sign[1:] if sign[0] == "\\" else sign
    return node.setdefault("words", {}).setdefault(word, {})


def known(tokens, node):
    """True when the grammar has a place for every token; a statement that it does not know explains nothing."""
    for token in tokens:
        if node.get("text") or node.get("list"):
            return True
        after = node.get("words", {}).get(token)
        node = node.get("slot") if after is None else after
        if node is None:
            return False
    return True
