"""Kept values as text. An attempt that gets a value back must not be able to tell it from
the one that was kept, so what does not survive is refused."""

from __future__ import annotations

import base64
import datetime
import json
import math
import uuid
from decimal import Decimal
from typing import Any, Callable, Dict

from ._errors import RetryError

_TAG = "$"


def encode(value: Any) -> str:
    """The value as text."""
    try:
        return json.dumps(_written(value), ensure_ascii=False, separators=(",", ":"))
    except RecursionError:
        raise _not_keepable("a value nested this deeply, or one that contains itself") from None


def decode(text: str) -> Any:
    """The value of a text."""
    return _read(json.loads(text))


def _tagged(kind: str, value: Any) -> dict:
    return {_TAG: kind, "value": value}


_PLAIN = (str, bool, int, type(None))
_AS_TEXT: Dict[type, Callable[[Any], str]] = {
    Decimal: str,
    datetime.datetime: datetime.datetime.isoformat,
    datetime.date: datetime.date.isoformat,
    datetime.time: datetime.time.isoformat,
    uuid.UUID: str,
    bytes: lambda value: base64.b64encode(value).decode(),
    bytearray: lambda value: base64.b64encode(value).decode(),
}
_AS_LIST = (tuple, set, frozenset)
_FROM_TEXT: Dict[str, Callable[[str], Any]] = {
    "float": float,
    "Decimal": Decimal,
    "datetime": datetime.datetime.fromisoformat,
    "date": datetime.date.fromisoformat,
    "time": datetime.time.fromisoformat,
    "UUID": uuid.UUID,
    "bytes": base64.b64decode,
    "bytearray": lambda text: bytearray(base64.b64decode(text)),
    "Binary": lambda text: _binary(base64.b64decode(text)),
}
_FROM_LIST: Dict[str, Callable] = {"tuple": tuple, "set": set, "frozenset": frozenset}


def _binary(value: bytes) -> Any:
    from boto3.dynamodb.types import Binary

    return Binary(value)


def _written(value: Any) -> Any:
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is float:
        return value if math.isfinite(value) else _tagged("float", repr(value))
    if kind in _AS_TEXT:
        return _tagged(kind.__name__, _AS_TEXT[kind](value))
    if kind is list:
        return [_written(part) for part in value]
    if kind in _AS_LIST:
        return _tagged(kind.__name__, [_written(part) for part in value])
    if kind is dict:
        if all(type(key) is str for key in value) and _TAG not in value:
            return {key: _written(part) for key, part in value.items()}
        return _tagged("dict", [[_written(key), _written(part)] for key, part in value.items()])
    if kind.__name__ == "Binary" and kind.__module__ == "boto3.dynamodb.types":
        return _tagged("Binary", base64.b64encode(value.value).decode())
    raise _not_keepable(f"a value of type {kind.__module__}.{kind.__qualname__}")


def _not_keepable(what: str) -> RetryError:
    return RetryError("NOT_KEEPABLE", f"{what} cannot be kept: keep what you take from it (numbers, text, dicts, dates, bytes)")


def _read(value: Any) -> Any:
    if isinstance(value, list):
        return [_read(part) for part in value]
    if not isinstance(value, dict):
        return value
    if _TAG not in value:
        return {key: _read(part) for key, part in value.items()}
    kind, inner = value[_TAG], value["value"]
    if kind in _FROM_TEXT:
        return _FROM_TEXT[kind](inner)
    if kind in _FROM_LIST:
        return _FROM_LIST[kind](_read(part) for part in inner)
    return {_read(key): _read(part) for key, part in inner}
