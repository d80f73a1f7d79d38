#!/usr/bin/env python3
"""Checks that files are save files of the Python game in exactly the form its document shows."""

import json
import sys

FIELDS = {
    "state": list,
    "current_player": bool,
    "is_final": bool,
    "another_turn": bool,
    "steal": bool,
    "max_levels": int,
    "score": int,
}


def check(text):
    pairs = json.loads(text, object_pairs_hook=list)
    assert [name for name, _ in pairs] == list(FIELDS), "the seven fields, once each, in their order"
    save = dict(pairs)
    for name, kind in FIELDS.items():
        assert type(save[name]) is kind, f"{name} is a {kind.__name__}"
    state = save["state"]
    assert len(state) == 14 and all(type(n) is int and n >= 0 for n in state), "14 counts"
    assert sum(state) == 48, "48 stones"
    empty = not any(state[0:6]) and not any(state[7:13])
    assert save["is_final"] == empty, "a final state has empty bins"
    assert save["score"] == state[13] - state[6], "the utility function"
    lines = ["{"]
    lines += [f"  {json.dumps(name)}: {json.dumps(value)}," for name, value in pairs]
    lines[-1] = lines[-1].rstrip(",")
    assert text == "\n".join(lines + ["}", ""]), "one field a line, indented by two"


for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        try:
            check(file.read())
        except (AssertionError, ValueError) as error:
            sys.exit(f"{path}: {error}")
