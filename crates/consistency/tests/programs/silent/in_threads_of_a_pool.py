# Two threads of one request.
# postgres:read-committed ? (✗, SERIALIZABLE and REPEATABLE READ ✓)
# postgres:repeatable-read ? (✗, SERIALIZABLE and REPEATABLE READ ✓)
# postgres:serializable ? (✗, SERIALIZABLE and REPEATABLE READ ✓)
from concurrent.futures import ThreadPoolExecutor
import psycopg
from aplomb.consistency import concurrently, invariant, table

users = table("users", {"age": 0}, rows={1: {"age": 3}})

def add():
    with psycopg.connect("x") as conn:
        age = conn.execute("SELECT age FROM users WHERE id = 1").fetchone()[0]
        conn.execute("UPDATE users SET age = %s WHERE id = 1", (age + 1,))
def birthday(user):
    with ThreadPoolExecutor() as pool:
        pool.submit(add)
        pool.submit(add)


@invariant
def inv():
    return users.read(1)["age"] == 5

concurrently(lambda: birthday(1))
