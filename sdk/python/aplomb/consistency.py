"""Models of concurrent transactions: ordinary code for ``aplomb consistency``.

Run as it is, a model executes one client after the other, in memory.
``aplomb consistency`` reads the same file and considers all other executions.
"""

from __future__ import annotations

import atexit
import copy
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NoReturn, TypeVar, overload

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

_committed: dict[tuple[str, Any], Any] = {}
_invariants: list[tuple[str, Callable[[], bool]]] = []


class _Parameter(Generic[T]):
    """A parameter when called; as the content of a column, any value."""

    def __init__(self, example: T) -> None:
        self.example = example

    def __call__(self, name: str, example: T | None = None) -> T:
        return self.example if example is None else example


integer: _Parameter[int] = _Parameter(0)
boolean: _Parameter[bool] = _Parameter(False)
text: _Parameter[str] = _Parameter("")


def nullable(content: T | _Parameter[T]) -> Any:
    """Content of a column that may be None: nullable(integer), nullable(0)."""
    return content


class Abort(Exception):
    """Rolls the running transaction back."""


def abort(reason: str = "") -> NoReturn:
    """Rolls the running transaction back."""
    raise Abort(reason)


def assume(condition: bool) -> None:
    """What is taken for granted of parameters."""
    if not condition:
        raise AssertionError("the examples do not satisfy an assumption")


def _start(content: Any) -> Any:
    if isinstance(content, Mapping):
        return {name: _start(value) for name, value in content.items()}
    return content.example if isinstance(content, _Parameter) else content


class Table(Generic[T]):
    """Rows by their keys."""

    def __init__(self, name: str, initial: Any, rows: Mapping[Any, T] | Sequence[Any] | None) -> None:
        self._name = name
        start = _start(initial)
        self._initial = start if rows is None else None
        if not isinstance(rows, Mapping):
            rows = {key: copy.copy(start) for key in rows or ()}
        for key, row in rows.items():
            _committed[name, key] = row

    def read(self, key: Any) -> T:
        """Reads a row; None if it is not there."""
        row: Any = _committed.get((self._name, key), self._initial)
        return copy.copy(row)  # type: ignore[no-any-return]

    def share(self, key: Any) -> T:
        """Reads the current row and keeps others from writing it."""
        return self.read(key)

    def lock(self, key: Any) -> T:
        """Reads the current row and keeps others from changing it."""
        return self.read(key)

    def _where(self, holds: Callable[[T, Any], bool]) -> list[tuple[T, Any]]:
        keys = [key for name, key in _committed if name == self._name]
        return [(self.read(key), key) for key in keys if holds(self.read(key), key)]

    def count(self, holds: Callable[[T, Any], bool] = lambda row, key: True) -> int:
        """How many rows there are that satisfy a condition."""
        return len(self._where(holds))

    def exists(self, holds: Callable[[T, Any], bool] = lambda row, key: True) -> bool:
        """Whether there is a row that satisfies a condition."""
        return self.count(holds) > 0

    def sum(self, value: Callable[[T, Any], int]) -> int:
        """The sum of a value over all rows."""
        return sum(value(row, key) for row, key in self._where(lambda row, key: True))

    def write(self, key: Any, change: Any) -> None:
        """Writes the columns given, if the row is there."""
        row: Any = self.read(key)
        if row is not None:
            new = {**row, **change} if isinstance(row, dict) else change
            _committed[self._name, key] = new

    def update(self, key: Any, change: Callable[[T], Any]) -> None:
        """Reads and writes in one statement, if the row is there."""
        row = self.read(key)
        if row is not None:
            self.write(key, change(row))

    def insert(self, key: Any, row: T) -> None:
        """Adds a row; the transaction is rolled back if there is one already."""
        if self.read(key) is not None:
            abort("duplicate key")
        _committed[self._name, key] = row

    def remove(self, key: Any) -> None:
        """Removes a row."""
        _committed.pop((self._name, key), None)


class Variable(Generic[T]):
    """One value."""

    def __init__(self, name: str, initial: T | _Parameter[T]) -> None:
        self._table: Table[T] = Table(name, initial, None)

    def read(self) -> T:
        """Reads it."""
        return self._table.read(None)

    def share(self) -> T:
        """Reads what is current and keeps others from writing it."""
        return self._table.read(None)

    def lock(self) -> T:
        """Reads what is current and keeps others from changing it."""
        return self._table.read(None)

    def write(self, value: T) -> None:
        """Writes it."""
        self._table.write(None, value)

    def update(self, change: Callable[[T], T]) -> None:
        """Reads and writes in one statement."""
        self._table.update(None, change)


def variable(name: str, initial: T | _Parameter[T]) -> Variable[T]:
    """Declares a variable; integer, boolean and text stand for any value."""
    return Variable(name, initial)


@overload
def table(
    name: str,
    initial: _Parameter[T],
    *,
    key: str = "id",
    rows: Mapping[Any, T] | Sequence[Any] | None = None,
    where: Callable[[Any, Any], bool] | None = None,
    unique: Sequence[str | Sequence[str]] = (),
    check: Callable[[Any], bool] | None = None,
    references: Mapping[str, str] | None = None,
) -> Table[T]: ...
@overload
def table(
    name: str,
    initial: T,
    *,
    key: str = "id",
    rows: Mapping[Any, T] | Sequence[Any] | None = None,
    where: Callable[[Any, Any], bool] | None = None,
    unique: Sequence[str | Sequence[str]] = (),
    check: Callable[[Any], bool] | None = None,
    references: Mapping[str, str] | None = None,
) -> Table[T]: ...
def table(
    name: str,
    initial: Any,
    *,
    key: str = "id",
    rows: Mapping[Any, Any] | Sequence[Any] | None = None,
    where: Callable[[Any, Any], bool] | None = None,
    unique: Sequence[str | Sequence[str]] = (),
    check: Callable[[Any], bool] | None = None,
    references: Mapping[str, str] | None = None,
) -> Any:
    """Declares a table: every row exists, or those given do.

    ``rows`` maps keys to rows, or lists the keys of rows that hold ``initial``.
    ``where`` is what holds of every row at the start; ``key`` is the column of
    the key in SQL. ``unique``, ``check`` and ``references`` are constraints that
    the database keeps when SQL changes the table.
    """
    return Table(name, initial, rows)


def _run(body: Callable[..., Any]) -> Callable[..., Any]:
    def call(*parameters: Any) -> Any:
        before = dict(_committed)
        try:
            return body(*parameters)
        except BaseException as error:
            _committed.clear()
            _committed.update(before)
            if isinstance(error, Abort):
                return None
            raise

    return call


@overload
def transaction(name: F) -> F: ...
@overload
def transaction(name: str, body: F) -> F: ...
def transaction(name: Any, body: Any = None) -> Any:
    """A transaction: a decorator, or transaction("name", function)."""
    return _run(body or name)


@overload
def invariant(what: F) -> F: ...
@overload
def invariant(what: str, holds: Callable[[], bool]) -> None: ...
def invariant(what: Any, holds: Any = None) -> Any:
    """What must hold when the transactions have run: a decorator, or a call."""
    label = what if isinstance(what, str) else what.__name__.replace("_", " ")
    _invariants.append((label, holds or what))
    return what


def concurrently(*clients: Callable[[], Any]) -> list[Any]:
    """Runs clients at the same time and gives what they return.

    Each calls transactions, one after the other: its session.
    """
    return [client() for client in clients]


@atexit.register
def _check() -> None:
    broken = [label for label, holds in _invariants if not holds()]
    for label in broken:
        print(f"violated even one after the other: {label}", file=sys.stderr)
    if broken:
        sys.stderr.flush()
        os._exit(1)
