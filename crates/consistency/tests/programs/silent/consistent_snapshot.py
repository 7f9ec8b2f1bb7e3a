# A snapshot that is taken when the transaction begins is older than the lock.
# mysql:read-committed ? (✓: there it has no effect)
# mysql:repeatable-read ? (✗)
# mysql:serializable ? (✓)
import mysql.connector
from aplomb.consistency import concurrently, invariant, table

users = table("users", {"age": 0}, rows={1: {"age": 3}, 2: {"age": 0}})

def birthday(user):
    conn = mysql.connector.connect(host="x")
    conn.start_transaction(consistent_snapshot=True)
    cur = conn.cursor()
    cur.execute("SELECT age FROM users WHERE id = 2 FOR UPDATE")
    cur.fetchone()
    cur.execute("SELECT age FROM users WHERE id = 1")
    row = cur.fetchone()
    cur.execute("UPDATE users SET age = %s WHERE id = 1", (row[0] + 1,))
    conn.commit()


@invariant
def inv():
    return users.read(1)["age"] == 5

concurrently(lambda: birthday(1), lambda: birthday(1))
