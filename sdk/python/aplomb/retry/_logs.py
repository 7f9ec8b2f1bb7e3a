"""Where rows live. A log answers five questions about a row:

- first(row, text): writes the text unless there is one; gives back the one that is there
- find(row): the text, or None
- remove(row): forgets it
- acquire(row, owner, now, until): the time of the first attempt, or None if another one runs
- release(row, owner)

`keep`, the effects and the head row use it; rows of `once` live beside the data.
"""

from __future__ import annotations

import os
from typing import Any, Callable, Optional

from ._attempt import REFUSED, Row
from ._dynamodb.client import FAILED, code_of
from ._dynamodb.rows import key_of, number, table_name, text, value_of
from ._errors import RetryError
from ._redis import seconds


class dynamodb:
    """Rows in a table of DynamoDB with the key (request, step) and a time to live, `ttl`.
    `client` is what boto3.client("dynamodb") gives."""

    def __init__(self, client: Any = None, table: Optional[str] = None):
        self.table = table or table_name()
        self._client = client

    @property
    def client(self) -> Any:
        if self._client is None:
            import boto3

            self._client = boto3.client("dynamodb")
        return self._client

    def _update(self, row: Row, **parameters: Any) -> dict:
        return self.client.update_item(TableName=self.table, Key=key_of(row, False), **parameters)

    def first(self, row: Row, value: str) -> str:
        reply = self._update(
            row,
            UpdateExpression="SET #value = if_not_exists(#value, :value), #ttl = if_not_exists(#ttl, :ttl)",
            ExpressionAttributeNames={"#value": "value", "#ttl": "ttl"},
            ExpressionAttributeValues={":value": text(False, value), ":ttl": number(False, row.ttl)},
            ReturnValues="ALL_NEW",
        )
        return _present(value_of(reply["Attributes"], False), row)

    def find(self, row: Row) -> Optional[str]:
        reply = self.client.get_item(TableName=self.table, Key=key_of(row, False), ConsistentRead=True)
        return value_of(reply.get("Item"), False)

    def remove(self, row: Row) -> None:
        self.client.delete_item(TableName=self.table, Key=key_of(row, False))

    def acquire(self, row: Row, owner: str, now: float, until: float) -> Optional[float]:
        try:
            reply = self._update(
                row,
                UpdateExpression="SET #owner = :owner, #until = :until, #first = if_not_exists(#first, :now), "
                "#ttl = if_not_exists(#ttl, :ttl)",
                ConditionExpression="attribute_not_exists(#owner) OR #until < :now",
                ExpressionAttributeNames={"#owner": "owner", "#until": "until", "#first": "first", "#ttl": "ttl"},
                ExpressionAttributeValues={
                    ":owner": text(False, owner),
                    ":until": {"N": repr(until)},
                    ":now": {"N": repr(now)},
                    ":ttl": number(False, row.ttl),
                },
                ReturnValues="ALL_NEW",
            )
            return float(reply["Attributes"]["first"]["N"])
        except Exception as error:
            if code_of(error) == f"{FAILED}Exception":
                return None
            raise

    def release(self, row: Row, owner: str) -> None:
        try:
            self._update(
                row,
                UpdateExpression="REMOVE #owner",
                ConditionExpression="#owner = :owner",
                ExpressionAttributeNames={"#owner": "owner"},
                ExpressionAttributeValues={":owner": text(False, owner)},
            )
        except Exception as error:
            # It has run out, and another attempt has taken over.
            if code_of(error) != f"{FAILED}Exception":
                raise


class _Sql:
    """Rows in a table of a database. The connection is one of its own, in autocommit mode:
    a kept value must be durable before anybody uses it."""

    ignoring = ""

    def __init__(self, connection: Any):
        autocommit = connection.get_autocommit() if hasattr(connection, "get_autocommit") else connection.autocommit
        if not autocommit:
            raise ValueError("the log needs a connection of its own, in autocommit mode")
        self._connection = connection

    def _run(self, statement: str, *parameters: Any) -> Any:
        cursor = self._connection.cursor()
        try:
            cursor.execute(statement, parameters)
            return cursor.fetchone() if statement.startswith("SELECT") else None
        finally:
            cursor.close()

    def first(self, row: Row, value: str) -> str:
        self._run(self.ignoring % ("request, step, value, expires", "%s, %s, %s, %s"), row.request, row.step, value, row.ttl)
        return _present(self.find(row), row)

    def find(self, row: Row) -> Optional[str]:
        found = self._run("SELECT value FROM aplomb_retry WHERE request = %s AND step = %s", row.request, row.step)
        return found[0] if found else None

    def remove(self, row: Row) -> None:
        self._run("DELETE FROM aplomb_retry WHERE request = %s AND step = %s", row.request, row.step)

    def acquire(self, row: Row, owner: str, now: float, until: float) -> Optional[float]:
        self._run(self.ignoring % ("request, step, expires, first_attempt", "%s, %s, %s, %s"), row.request, row.step, row.ttl, now)
        self._run(
            "UPDATE aplomb_retry SET lease_owner = %s, lease_until = %s "
            "WHERE request = %s AND step = %s AND (lease_owner IS NULL OR lease_until < %s)",
            owner, until, row.request, row.step, now,
        )
        found = self._run("SELECT lease_owner, first_attempt FROM aplomb_retry WHERE request = %s AND step = %s", row.request, row.step)
        return float(found[1]) if found and found[0] == owner else None

    def release(self, row: Row, owner: str) -> None:
        self._run(
            "UPDATE aplomb_retry SET lease_owner = NULL WHERE request = %s AND step = %s AND lease_owner = %s",
            row.request, row.step, owner,
        )


class postgres(_Sql):
    """Rows in PostgreSQL, by a connection of psycopg or psycopg2; `schema` creates the table."""

    schema = """CREATE TABLE IF NOT EXISTS aplomb_retry (
  request TEXT NOT NULL,
  step TEXT NOT NULL,
  value TEXT,
  expires BIGINT NOT NULL,
  first_attempt DOUBLE PRECISION,
  lease_owner TEXT,
  lease_until DOUBLE PRECISION,
  PRIMARY KEY (request, step)
)"""
    ignoring = "INSERT INTO aplomb_retry (%s) VALUES (%s) ON CONFLICT DO NOTHING"


class mysql(_Sql):
    """Rows in MySQL or MariaDB, by a connection of PyMySQL; `schema` creates the table."""

    schema = """CREATE TABLE IF NOT EXISTS aplomb_retry (
  request VARBINARY(1024) NOT NULL,
  step VARBINARY(640) NOT NULL,
  value LONGTEXT,
  expires BIGINT NOT NULL,
  first_attempt DOUBLE,
  lease_owner VARCHAR(64),
  lease_until DOUBLE,
  PRIMARY KEY (request, step)
) CHARACTER SET utf8mb4"""
    ignoring = "INSERT IGNORE INTO aplomb_retry (%s) VALUES (%s)"


_FIRST = """if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'EX', ARGV[2]) then return ARGV[1] end
return redis.call('GET', KEYS[1])"""

_ACQUIRE = """local owner, till = unpack(redis.call('HMGET', KEYS[1], 'owner', 'until'))
if owner and tonumber(till) >= tonumber(ARGV[2]) then return false end
redis.call('HSETNX', KEYS[1], 'first', ARGV[2])
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'until', ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[4])
return redis.call('HGET', KEYS[1], 'first')"""

_RELEASE = """if redis.call('HGET', KEYS[1], 'owner') == ARGV[1] then redis.call('HDEL', KEYS[1], 'owner') end
return 1"""


class redis:
    """Rows as keys of Redis that expire."""

    def __init__(self, client: Any):
        self._client = client

    @staticmethod
    def _key(row: Row) -> str:
        return f"aplomb_retry:{row.request}:{row.step}"

    def first(self, row: Row, value: str) -> str:
        return _present(_text(self._client.eval(_FIRST, 1, self._key(row), value, seconds(row))), row)

    def find(self, row: Row) -> Optional[str]:
        return _text(self._client.get(self._key(row)))

    def remove(self, row: Row) -> None:
        self._client.delete(self._key(row))

    def acquire(self, row: Row, owner: str, now: float, until: float) -> Optional[float]:
        first = self._client.eval(_ACQUIRE, 1, self._key(row), owner, repr(now), repr(until), seconds(row))
        return None if first is None else float(first)

    def release(self, row: Row, owner: str) -> None:
        self._client.eval(_RELEASE, 1, self._key(row), owner)


def _present(value: Optional[str], row: Row) -> str:
    """The text of a row that has just been written."""
    if value is None:
        raise RetryError("ROW_VANISHED", f"the row of {row.step} vanished: its ttl is shorter than an attempt takes")
    return value


def _text(value: Any) -> Optional[str]:
    return value.decode() if isinstance(value, bytes) else value


class memory:
    """For tests of handlers: rows in memory, and writes that go to the client as they are,
    which may be a mock. Also by APLOMB_RETRY_LOG=memory."""

    def __init__(self) -> None:
        self._rows: dict = {}
        self._outcomes: dict = {}

    def clear(self) -> None:
        self._rows.clear()
        self._outcomes.clear()

    def first(self, row: Row, value: str) -> str:
        return self._rows.setdefault(row[:2], value)

    def find(self, row: Row) -> Optional[str]:
        return self._rows.get(row[:2])

    def remove(self, row: Row) -> None:
        self._rows.pop(row[:2], None)

    def acquire(self, row: Row, owner: str, now: float, until: float) -> Optional[float]:
        head = self._rows.setdefault(row[:2], {"first": now, "owner": None, "until": 0})
        if head["owner"] and head["until"] > now:
            return None
        head.update(owner=owner, until=until)
        return head["first"]

    def release(self, row: Row, owner: str) -> None:
        head = self._rows[row[:2]]
        if head["owner"] == owner:
            head["owner"] = None

    def once(self, row: Row, perform: Callable[[], Any]) -> Any:
        """Performs a write unless it has been performed."""
        if row[:2] not in self._outcomes:
            try:
                self._outcomes[row[:2]] = (perform(), None)
            except Exception as error:
                if code_of(error) != f"{FAILED}Exception":
                    raise
                setattr(error, REFUSED, True)
                self._outcomes[row[:2]] = (None, error)
        reply, refusal = self._outcomes[row[:2]]
        if refusal is not None:
            raise refusal
        return reply


_shared: list = []


def by_environment() -> Any:
    """The log of this process: DynamoDB, or memory where the environment says so."""
    if not _shared:
        _shared.append(memory() if os.environ.get("APLOMB_RETRY_LOG") == "memory" else dynamodb())
    return _shared[0]
