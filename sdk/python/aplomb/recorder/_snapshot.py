"""What a value is at this moment, so that what the application does to it later does not
change what was recorded. This runs while the application waits, so it copies and nothing
else: hiding secrets, cutting and writing JSON is left to `encoded`, afterwards."""

import datetime
import decimal
import marshal

from aplomb.recorder import _values

# What cannot change, beside what `marshal` knows. The real classes: hooks replace the names.
_FIXED = {decimal.Decimal, datetime.datetime, datetime.date, str, int, float, bool, bytes, type(None)}
_SCALAR_SIZE = 8


class Snapshot:
    """`size` is roughly the bytes that it stands for."""

    __slots__ = ("_bytes", "_copy", "_encoded", "size")

    def __init__(self, value, redaction, limit):
        self._bytes = self._copy = self._encoded = None
        try:
            # Built-in types only, in C, and without running anybody's code.
            self._bytes = marshal.dumps(value)
            self.size = len(self._bytes)
            return
        except ValueError:
            pass
        try:
            self._copy, self.size = _copied(value)
        except (_Other, RecursionError):
            # Objects of other classes are looked at now: they may change in any way.
            self._encoded = (_values.encode(value, redaction, limit),)
            self.size = _size(self._encoded[0])

    def encoded(self, redaction, limit):
        """The value as recordings have it."""
        if self._encoded is None:
            value = marshal.loads(self._bytes) if self._bytes is not None else self._copy
            self._encoded = (_values.encode(value, redaction, limit),)
            self._bytes = self._copy = None
        return self._encoded[0]


class _Other(Exception):
    """A value of a class that is not known here."""


def _copied(value):
    kind = type(value)
    if kind in _FIXED:
        return value, len(value) if kind in (str, bytes) else _SCALAR_SIZE
    if kind is dict:
        parts = {name: _copied(item) for name, item in value.items()}
        if not all(type(name) in _FIXED for name in parts):
            raise _Other
        size = sum(len(name) if type(name) is str else _SCALAR_SIZE for name in parts)
        return {name: item for name, (item, _) in parts.items()}, size + sum(size for _, size in parts.values())
    if kind in (list, tuple, set, frozenset):
        parts = [_copied(item) for item in value]
        return kind(item for item, _ in parts), _SCALAR_SIZE + sum(size for _, size in parts)
    raise _Other


def _size(value):
    """A rough size: what matters is that memory is bounded, not by how many bytes."""
    if isinstance(value, str):
        return len(value) + 2
    if isinstance(value, dict):
        return 2 + sum(len(str(name)) + _size(item) for name, item in value.items())
    if isinstance(value, list):
        return 2 + sum(map(_size, value))
    return _SCALAR_SIZE
