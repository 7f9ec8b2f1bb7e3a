# A cursor of the server locks rows when they are fetched, and nobody fetches any.
# postgres:read-committed ? (✗, SERIALIZABLE ✓)
# postgres:repeatable-read ? (✗, SERIALIZABLE ✓)
# postgres:serializable ? (✗, SERIALIZABLE ✓)
import psycopg2
from aplomb.consistency import concurrently, invariant, table

users = table("users", {"age": 0}, rows={1: {"age": 3}})

def birthday(user):
    conn = psycopg2.connect("x")
    lock = conn.cursor(name="lock")
    lock.execute("SELECT age FROM users WHERE id = %s FOR UPDATE", (user,))
    cur = conn.cursor()
    cur.execute("SELECT age FROM users WHERE id = %s", (user,))
    row = cur.fetchone()
    cur.execute("UPDATE users SET age = %s WHERE id = %s", (row[0] + 1, user))
    conn.commit()


@invariant
def inv():
    return users.read(1)["age"] == 5

concurrently(lambda: birthday(1), lambda: birthday(1))
