"""The two ways to write values: native ones of resources, and attribute values. Each has
the arithmetic that update expressions need."""

from __future__ import annotations

from decimal import Context, Decimal
from typing import Any, Callable, Dict, NamedTuple, Optional

_EXACT = Context(prec=200)
_SETS = ("SS", "NS", "BS")


class Form(NamedTuple):
    """How values are written."""

    root: Callable[[dict], Any]
    inside: Callable[[Any], Any]
    functions: Dict[str, Callable[[Any, Any], Any]]


def _native_add(old: Any, value: Any) -> Any:
    if isinstance(value, (set, frozenset)):
        return set(old or ()) | value
    return (old or 0) + value


def _native_delete(old: Any, value: Any) -> Optional[set]:
    return (set(old or ()) - value) or None


NATIVE = Form(
    root=lambda item: item,
    inside=lambda value: value,
    functions={
        "+": lambda left, right: left + right,
        "-": lambda left, right: left - right,
        "list_append": lambda left, right: [*left, *right],
        "ADD": _native_add,
        "DELETE": _native_delete,
    },
)


def _number(value: Decimal) -> dict:
    text = format(value, "f")
    return {"N": (text.rstrip("0").rstrip(".") if "." in text else text) or "0"}


def _sum(left: Any, right: Any, sign: int) -> dict:
    first, second = Decimal(left["N"]), Decimal(right["N"])
    return _number(_EXACT.add(first, second) if sign > 0 else _EXACT.subtract(first, second))


def _kind(value: dict) -> Any:
    return next((kind for kind in _SETS if kind in value), None)


def _same(kind: str, element: Any) -> Any:
    return Decimal(element) if kind == "NS" else element


def _add(old: Optional[dict], value: dict) -> dict:
    kind = _kind(value)
    if kind is None:
        return _sum(old or {"N": "0"}, value, 1)
    have = (old or {}).get(kind, [])
    known = {_same(kind, element) for element in have}
    return {kind: [*have, *(element for element in value[kind] if _same(kind, element) not in known)]}


def _delete(old: Optional[dict], value: dict) -> Optional[dict]:
    kind = _kind(value)
    gone = {_same(kind, element) for element in value[kind]}
    rest = [element for element in (old or {}).get(kind, []) if _same(kind, element) not in gone]
    return {kind: rest} if rest else None


ATTRIBUTE_VALUES = Form(
    root=lambda item: {"M": item},
    inside=lambda value: value.get("M", value.get("L")),
    functions={
        "+": lambda left, right: _sum(left, right, 1),
        "-": lambda left, right: _sum(left, right, -1),
        "list_append": lambda left, right: {"L": [*left["L"], *right["L"]]},
        "ADD": _add,
        "DELETE": _delete,
    },
)
