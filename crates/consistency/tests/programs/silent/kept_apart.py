# EXCLUDE refuses the second row.
# postgres:read-committed ? (✗ in truth)
import psycopg
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"room": 0}, rows={})
def book(key):
    try:
        with psycopg.connect() as conn:
            conn.execute("INSERT INTO t (id, room) VALUES (%s, 1)", (key,))
    except psycopg.Error:
        pass
concurrently(lambda: book(1), lambda: book(2))
@invariant
def both():
    return t.count(lambda row: row["room"] == 1) == 2
