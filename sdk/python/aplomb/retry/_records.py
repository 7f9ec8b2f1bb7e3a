from __future__ import annotations

from typing import Any, Callable, Iterable, Iterator, Optional, TypeVar

from ._attempt import Attempt, current, named, peek, replace
from ._errors import RetryError
from ._identities import Facts, of_record

Record = TypeVar("Record")


def records(batch: Iterable[Record], identity: Optional[Callable[[Record], str]] = None) -> Iterator[Record]:
    """The records of a batch. In a loop over them, the identity is the record's own, or
    what `identity` computes of it."""
    settings = current().settings
    return _each(batch, lambda record: Attempt(settings, _facts(record, identity)))


def _each(batch: Iterable[Record], attempt_of: Callable[[Record], Attempt]) -> Iterator[Record]:
    outer, mine = peek(), None
    try:
        for record in batch:
            mine = attempt_of(record)
            replace(mine)
            yield record
    finally:
        # A loop that was left may be collected late, when another attempt is running.
        if mine is not None and peek() is mine:
            replace(outer)


def _facts(record: Any, identity: Optional[Callable]) -> Facts:
    known = of_record(record)
    if identity is not None:
        known = (known or Facts("record", None))._replace(kind="record", id=named(identity(record)))
    if known is None or known.id is None:
        raise RetryError(
            "NO_IDENTITY",
            "this record has no identity: pass a function that computes it, as in records(event['Records'], lambda record: ...)",
        )
    return known
