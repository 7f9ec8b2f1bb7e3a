"""Writes that happen once. The row that says so lives in the store of the write, and both
are written atomically."""

from __future__ import annotations

from typing import Any, Callable

from . import _redis, _sql
from ._attempt import current
from ._dynamodb import in_item, once as dynamodb
from ._errors import RetryError


def once(site: Any, method: Callable, *args: Any, **kwargs: Any) -> Any:
    """A write that takes effect exactly once. Every attempt gets the outcome of the first:
    its reply, or its refusal as the error that the method would raise.

        once("handler.update_item", table.update_item, Key=..., UpdateExpression=...)
        once("handler.save", user.save)                                # pynamodb
        once("handler.execute", cursor.execute, "UPDATE ...", (id,))   # psycopg, PyMySQL
        once("handler.incrby", redis.incrby, "hits", 1)

    DynamoDB: row and item are written by a transaction, so they share account and region;
    ReturnValues cost a read. SQL: the row belongs to the transaction of the connection; the
    result is a dict with `rows` and `rowcount`, and there is nothing to fetch from the cursor.
    """
    attempt = current()

    def perform(row: Any) -> Any:
        if hasattr(attempt.log, "once"):
            return attempt.log.once(row, lambda: method(*args, **kwargs))
        for store in (dynamodb, _sql, _redis):
            if store.recognises(method):
                return store.once(attempt, row, method, args, kwargs)
        raise RetryError("NOT_SUPPORTED", "once() supports methods of boto3 and pynamodb for DynamoDB, psycopg, PyMySQL and redis")

    return attempt.during(site, perform)


def once_in_item(site: Any, method: Callable, *args: Any, **kwargs: Any) -> Any:
    """The same by a mark in the item itself, which costs no more than the update. Only for
    update_item without a condition, on items that nobody puts or deletes, and not for items
    that very many requests update: the marks stay."""
    attempt = current()

    def perform(row: Any) -> Any:
        if hasattr(attempt.log, "once"):
            return attempt.log.once(row, lambda: method(*args, **kwargs))
        return in_item.once(row, method, kwargs)

    return attempt.during(site, perform)
