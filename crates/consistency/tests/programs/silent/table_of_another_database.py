# The same in MySQL.
# mysql:read-committed ? (✗)
# mysql:repeatable-read ? (✗)
# mysql:serializable ? (✓)
import pymysql
from aplomb.consistency import concurrently, invariant, table

users = table("users", {"age": 0}, rows={1: {"age": 3}})

def birthday(user):
    conn = pymysql.connect(host="x")
    with conn.cursor() as cur:
        cur.execute("SELECT age FROM archive.users WHERE id = %s FOR UPDATE", (user,))
        cur.execute("SELECT age FROM users WHERE id = %s", (user,))
        row = cur.fetchone()
        cur.execute("UPDATE users SET age = %s WHERE id = %s", (row[0] + 1, user))
    conn.commit()


@invariant
def inv():
    return users.read(1)["age"] == 5

concurrently(lambda: birthday(1), lambda: birthday(1))
