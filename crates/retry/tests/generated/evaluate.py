# What Python says of each of the expressions on standard input: whether it raises, or what is
# true of it. Stands behind what the expressions use.
import contextlib
import sys
import warnings

warnings.simplefilter("ignore")


def literal(value):
    text = repr(value)
    try:
        again = eval(text, {})
    except Exception:
        return None
    return text if again == value and type(again) is type(value) and len(text) < 300 else None


def truths(text, value):
    if value != value:
        return [f"({text}) != ({text})"]
    known = literal(value)
    if known is None:
        return [f"({text}) is not None"] if value is not None else None
    kind = type(value).__name__
    found = [
        f"({text}) == {known}",
        f"({text}) == {known}",
        f"({text}) == {known}",
        f"not (({text}) != {known})",
        f"({text}) in [{known}, 'other']",
        f"{{'k': ({text})}}['k'] == {known}",
        f"(lambda v: v == {known})({text})",
        f"type({text}).__name__ == {kind!r}",
        f"bool({text}) is {bool(value)}",
        f"isinstance({text}, {kind})" if value is not None else f"({text}) is None",
    ]
    if not isinstance(value, (set, frozenset)):
        found += [f"repr({text}) == {repr(value)!r}", f"str({text}) == {str(value)!r}"]
    return found


def answer(text, scope):
    try:
        compiled = compile(text, "expression", "eval")
    except (SyntaxError, ValueError):
        return None
    try:
        once = eval(compiled, scope)
    except RecursionError:
        return None
    except Exception:
        return "raises"
    if isinstance(once, int) and abs(once) > 10**60:
        return None
    twice = eval(compiled, scope)
    if once == once and literal(once) != literal(twice):
        return None
    return truths(text, once)


scope = globals()
with contextlib.redirect_stdout(sys.stderr):
    answers = [answer(text, dict(scope)) for text in json.load(sys.stdin)]
print(json.dumps(answers))
