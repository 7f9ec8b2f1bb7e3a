"""Values and effects from outside. The first value that reaches the log wins, and every
attempt goes on with what the log gives back."""

from __future__ import annotations

import uuid
from typing import Any, Callable

from ._attempt import Row, current
from ._values import decode, encode


def keep(site: Any, source: Callable, *args: Any, **kwargs: Any) -> Any:
    """The value that the first attempt got from `source(*args, **kwargs)`: for reads and
    other sources. One write. Kept by value: JSON, Decimal, dates, bytes, sets, tuples."""
    attempt = current()
    return attempt.during(site, lambda row: decode(attempt.log.first(row, encode(source(*args, **kwargs)))))


def at_least_once(site: Any, effect: Callable, *args: Any, **kwargs: Any) -> Any:
    """An effect that is never lost, at the price that a crash just after it repeats it. A
    read and a write."""
    attempt = current()

    def perform(row: Row) -> Any:
        known = attempt.log.find(row)
        if known is None:
            known = attempt.log.first(row, encode(effect(*args, **kwargs)))
        return decode(known)

    return attempt.during(site, perform)


def at_most_once(site: Any, effect: Callable, *args: Any, **kwargs: Any) -> Any:
    """An effect on a service that takes no key: never repeated, at the price that a crash
    just before it loses it. A retry that cannot know gets None. Two writes."""
    attempt = current()

    def perform(row: Row) -> Any:
        outcome = row._replace(step=f"{row.step}/outcome")
        intent = encode(str(uuid.uuid4()))
        if attempt.log.first(row, intent) != intent:
            known = attempt.log.find(outcome)
            return None if known is None else decode(known)
        try:
            value = effect(*args, **kwargs)
        except Exception as error:
            if _was_rejected(error):
                attempt.log.remove(row)
            raise
        return decode(attempt.log.first(outcome, encode(value)))

    return attempt.during(site, perform)


# The service has answered that it did nothing, so the next attempt may try. After any
# other error nobody knows.
def _was_rejected(error: Exception) -> bool:
    response = getattr(error, "response", None)
    if isinstance(response, dict):
        status = response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    else:
        status = getattr(response, "status_code", 0)
    return isinstance(status, int) and 400 <= status < 500
