"""PostgreSQL, MariaDB and Redis: writes that happen once, and logs."""

import itertools
import random
import threading
import urllib.parse

import psycopg
import psycopg2
import pymysql
import pytest
import redis

from aplomb.retry import RetryError, at_most_once, keep, logs, once, retry_safe, started_at
from servers import serving

REQUESTS = itertools.count()


class Elsewhere:
    """A log for what is not `once`: that lives in the store."""


def attempt(handler, log=None):
    event = {"id": f"r{next(REQUESTS)}"}
    run = retry_safe(lambda given: given["id"], name="tests", log=log or Elsewhere())(lambda _event: handler())
    return lambda: run(event)


def check_log(log):
    def handler():
        return keep("n", random.random), at_most_once("mail", random.random)

    run = attempt(handler, log)
    assert run() == run()
    event = {"id": f"r{next(REQUESTS)}"}
    entered, leave = threading.Event(), threading.Event()

    @retry_safe(lambda given, _wait: given["id"], name="tests", log=log, lease=True)
    def leased(_event, wait):
        if wait:
            entered.set()
            leave.wait(5)
        return started_at()

    times = []
    thread = threading.Thread(target=lambda: times.append(leased(event, True)))
    thread.start()
    entered.wait(5)
    with pytest.raises(RetryError) as caught:
        leased(event, False)
    assert caught.value.code == "ATTEMPT_RUNNING"
    leave.set()
    thread.join()
    assert leased(event, False) == times[0]


@pytest.fixture(scope="module")
def postgres():
    for address in serving("postgres"):
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(logs.postgres.schema)
            connection.execute("CREATE TABLE accounts (id text PRIMARY KEY, balance int CHECK (balance >= 0))")
        yield address


@pytest.fixture(scope="module")
def mariadb():
    for address in serving("mariadb"):
        url = urllib.parse.urlparse(address)
        settings = {"host": url.hostname, "port": url.port, "user": url.username, "database": url.path[1:]}
        with pymysql.connect(**settings) as connection, connection.cursor() as cursor:
            cursor.execute(logs.mysql.schema)
            cursor.execute("CREATE TABLE accounts (id VARCHAR(40) PRIMARY KEY, balance INT CHECK (balance >= 0))")
        yield settings


def _psycopg2(address, autocommit):
    connection = psycopg2.connect(address)
    connection.autocommit = autocommit
    return connection


DRIVERS = {
    "psycopg": ("postgres", lambda address, autocommit: psycopg.connect(address, autocommit=autocommit)),
    "psycopg2": ("postgres", _psycopg2),
    "pymysql": ("mariadb", lambda settings, autocommit: pymysql.connect(**settings, autocommit=autocommit)),
}


@pytest.fixture(params=[(driver, autocommit) for driver in DRIVERS for autocommit in (True, False)], ids=str)
def database(request):
    driver, autocommit = request.param
    server, connect = DRIVERS[driver]
    address = request.getfixturevalue(server)

    class Database:
        kind = server

        def __init__(self):
            self.autocommit = autocommit
            self.connection = connect(address, autocommit)
            self.cursor = self.connection.cursor()
            self.id = f"a{next(REQUESTS)}"
            self.cursor.execute("INSERT INTO accounts VALUES (%s, 100)", (self.id,))
            self.connection.commit()

        def log(self):
            return getattr(logs, {"postgres": "postgres", "mariadb": "mysql"}[server])(connect(address, True))

        def attempt(self, statement, *parameters):
            return attempt(lambda: self.run(statement, *parameters))

        def run(self, statement, *parameters):
            try:
                result = once("step", self.cursor.execute, statement, *parameters)
                self.connection.commit()
                return result
            except Exception:
                self.connection.commit()
                raise

        def balance(self):
            self.cursor.execute("SELECT balance FROM accounts WHERE id = %s", (self.id,))
            found = self.cursor.fetchone()
            self.connection.commit()
            return found and found[0]

    database = Database()
    yield database
    database.connection.close()


def test_a_statement_happens_once(database):
    pay = database.attempt("UPDATE accounts SET balance = balance - %s WHERE id = %s", (30, database.id))
    first = pay()
    assert first["rowcount"] == 1
    assert pay() == first
    assert database.balance() == 70


def test_statements_without_parameters(database):
    run = database.attempt("UPDATE accounts SET balance = balance + 1 WHERE id LIKE 'a%' AND id = '" + database.id + "'")
    assert run()["rowcount"] == run()["rowcount"] == 1
    assert database.balance() == 101


def test_rows_that_are_returned(database):
    if database.kind != "postgres":
        pytest.skip("PostgreSQL alone")
    pay = database.attempt("UPDATE accounts SET balance = balance - 1 WHERE id = %(id)s RETURNING balance", {"id": database.id})
    assert pay() == pay() == {"rows": [{"balance": 99}], "rowcount": 1}


def test_what_was_inserted_is_not_inserted_again(database):
    id = f"new{next(REQUESTS)}"
    insert = database.attempt("INSERT INTO accounts VALUES (%s, 1)", (id,))
    other = database.attempt("INSERT INTO accounts VALUES (%s, 1)", (id,))
    assert insert() == insert()
    for _ in range(2):
        with pytest.raises(Exception) as caught:
            other()
        assert any(base.__name__ == "IntegrityError" for base in type(caught.value).__mro__)
    database.cursor.execute("DELETE FROM accounts WHERE id = %s", (id,))
    database.connection.commit()
    with pytest.raises(Exception):
        other()
    database.id = id
    assert database.balance() is None


def test_a_crash_before_the_commit_leaves_nothing(database):
    def handler():
        once("step", database.cursor.execute, "UPDATE accounts SET balance = balance - 10 WHERE id = %s", (database.id,))
        if crash:
            database.connection.rollback()
        else:
            database.connection.commit()

    crash = True
    run = attempt(handler)
    run()
    crash = False
    assert database.balance() == (90 if database.autocommit else 100)
    run()
    run()
    assert database.balance() == 90


def test_the_logs(database):
    check_log(database.log())
    if database.kind == "postgres":
        with pytest.raises(RetryError):
            database.attempt("SELECT 1")()


def test_redis():
    for address in serving("redis"):
        for client in (redis.Redis.from_url(address), redis.Redis.from_url(address, decode_responses=True)):
            key = f"hits{next(REQUESTS)}"
            runs = [attempt(lambda: once("add", client.incrby, key, 2)) for _ in range(4)]
            assert sorted({run() for run in runs * 2}) == [2, 4, 6, 8]
            assert int(client.get(key)) == 8
            setting = attempt(lambda: once("set", client.set, key, "text"))
            assert setting() is setting() is True
            assert attempt(lambda: once("pop", client.lpop, "missing"))() is None
            with pytest.raises(redis.ResponseError):
                attempt(lambda: once("push", client.lpush, key, "x"))()
            check_log(logs.redis(client))
