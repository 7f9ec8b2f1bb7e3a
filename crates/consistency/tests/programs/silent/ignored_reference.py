# INSERT IGNORE passes over a row without its parent, and the transaction goes on.
# mysql:read-committed ? (✗)
# mysql:repeatable-read ? (✗)
# mysql:serializable ? (✗)
import pymysql
from aplomb.consistency import concurrently, invariant, table

users = table("users", {"age": 0}, rows={1: {"age": 3}})
pages = table("pages", {"owner": 0}, rows={})

def birthday(user):
    conn = pymysql.connect(host="x")
    with conn.cursor() as cur:
        cur.execute("INSERT IGNORE INTO pages (owner) VALUES (%s)", (user,))
        cur.execute("UPDATE users SET age = age + 1 WHERE id = 1")
    conn.commit()


@invariant
def inv():
    return users.read(1)["age"] == 3 + pages.count()

concurrently(lambda: birthday(1), lambda: birthday(7))
