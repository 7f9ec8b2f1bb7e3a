"""Writes in SQL that happen once. The effect and its row are written together, in the
transaction of the connection or in one of their own. The row comes last and holds the
outcome; if it is there already, the effect is undone with it."""

from __future__ import annotations

import re
from typing import Any, Callable, Optional

from ._attempt import REFUSED, Attempt, Row
from ._errors import RetryError
from ._values import decode, encode

_INSERT = "INSERT INTO aplomb_retry (request, step, value, expires) VALUES (%s, %s, %s, %s)"
_FIND = "SELECT value FROM aplomb_retry WHERE request = %s AND step = %s"
_MODULES = {"psycopg2": "postgres", "psycopg": "postgres", "pymysql": "mysql", "MySQLdb": "mysql"}
_NOT_TEXT = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|\$(\w*)\$.*?\$\1\$|--[^\n]*|/\*.*?\*/", re.DOTALL)


def _dialect(cursor: Any) -> Optional[str]:
    modules = (base.__module__.split(".")[0] for base in type(cursor).__mro__)
    return next((_MODULES[module] for module in modules if module in _MODULES), None)


def recognises(method: Any) -> bool:
    return getattr(method, "__name__", "") == "execute" and _dialect(getattr(method, "__self__", None)) is not None


def once(_attempt: Attempt, row: Row, method: Any, args: tuple, kwargs: dict) -> dict:
    """Executes a statement unless it has been executed: {"rows": [...], "rowcount": n}."""
    cursor = method.__self__
    if kwargs or not args or not isinstance(args[0], str):
        raise RetryError("NOT_SUPPORTED", "once() supports execute(statement, parameters)")
    statement, parameters = args[0], args[1] if len(args) > 1 else None
    returning = _returns(statement)
    begin, undo, end = _bounds(cursor.connection)
    begin(cursor)
    try:
        run = _postgres if _dialect(cursor) == "postgres" else _mysql
        outcome = run(cursor, row, statement, parameters, returning)
        end(cursor)
        return outcome["reply"]
    except Exception as error:
        undo(cursor)
        return _adopted_after(cursor, row, error, begin, end)


def _bounds(connection: Any) -> tuple:
    """How to begin, undo and end what belongs together: a part of the transaction that is
    going on, or a transaction."""
    autocommit = connection.get_autocommit() if hasattr(connection, "get_autocommit") else connection.autocommit
    if autocommit:
        words = ("BEGIN", "ROLLBACK", "COMMIT")
    else:
        words = ("SAVEPOINT aplomb", "ROLLBACK TO SAVEPOINT aplomb", "RELEASE SAVEPOINT aplomb")
    return tuple(lambda cursor, word=word: cursor.execute(word) for word in words)


def _postgres(cursor: Any, row: Row, statement: str, parameters: Any, returning: bool) -> dict:
    """One statement: what it changes becomes the row that it inserts."""
    effect = statement.strip().rstrip(";")
    if parameters is None:
        effect = effect.replace("%", "%%")
    shown = "coalesce(json_agg(aplomb_effect), '[]')" if returning else "'[]'::json"
    named = isinstance(parameters, dict)
    places = [f"%(aplomb_{name})s" for name in ("request", "step", "ttl")] if named else ["%s"] * 3
    cursor.execute(
        f"WITH aplomb_effect AS ({effect if returning else effect + ' RETURNING 1'}) "
        "INSERT INTO aplomb_retry (request, step, value, expires) "
        f"SELECT {places[0]}::text, {places[1]}::text, json_build_object('reply', json_build_object('rows', {shown}, "
        f"'rowcount', count(*)))::text, {places[2]}::bigint FROM aplomb_effect RETURNING value",
        {**parameters, "aplomb_request": row.request, "aplomb_step": row.step, "aplomb_ttl": row.ttl}
        if named
        else [*(parameters or ()), row.request, row.step, row.ttl],
    )
    return decode(_only(cursor.fetchone()))


def _mysql(cursor: Any, row: Row, statement: str, parameters: Any, returning: bool) -> dict:
    if returning:
        raise RetryError("NOT_SUPPORTED", "once() does not support RETURNING here")
    count = cursor.execute(statement, parameters)
    outcome = {"reply": {"rows": [], "rowcount": count, "lastrowid": cursor.lastrowid}}
    cursor.execute(_INSERT, (row.request, row.step, encode(outcome), row.ttl))
    return outcome


def _only(found: Any) -> Any:
    return next(iter(found.values())) if isinstance(found, dict) else found[0]


def _adopted_after(cursor: Any, row: Row, error: Exception, begin: Callable, end: Callable) -> dict:
    """A statement that failed: perhaps because it has succeeded before."""
    violated = type(error).__name__ == "IntegrityError" or any(base.__name__ == "IntegrityError" for base in type(error).__mro__)
    ignoring = "INSERT IGNORE" + _INSERT[len("INSERT"):] if _dialect(cursor) == "mysql" else f"{_INSERT} ON CONFLICT DO NOTHING"
    begin(cursor)
    if violated:
        refused = {"message": str(error), "code": getattr(error, "sqlstate", None) or getattr(error, "pgcode", None) or error.args[0]}
        cursor.execute(ignoring, (row.request, row.step, encode({"refused": refused}), row.ttl))
    # FOR UPDATE, to see what others have written since this transaction began.
    cursor.execute(f"{_FIND} FOR UPDATE", (row.request, row.step))
    found = cursor.fetchone()
    end(cursor)
    if found is None:
        raise error
    outcome = decode(_only(found))
    if "reply" in outcome:
        return outcome["reply"]
    setattr(error, REFUSED, True)
    if violated:
        raise error
    raise RetryError("REFUSED_BEFORE", f"the first attempt was refused: {outcome['refused']['message']}") from error


def _returns(statement: str) -> bool:
    """Whether a statement returns rows of its own: outside of text, comments and parentheses."""
    plain, before = _NOT_TEXT.sub(" ", statement), None
    while before != plain:
        before, plain = plain, re.sub(r"\([^()]*\)", " ", plain)
    if not re.match(r"\s*(insert|update|delete|merge|with|replace)\b", plain, re.IGNORECASE):
        raise RetryError("NOT_SUPPORTED", "once() is for INSERT, UPDATE, DELETE and MERGE; keep() what a SELECT returns")
    return re.search(r"\breturning\b", plain, re.IGNORECASE) is not None
