# MySQL before version 9 passes over a REFERENCES beside its column.
# mysql:read-committed ? (✗ before version 9)
# mysql:repeatable-read ? (✗ before version 9)
# mysql:serializable ? (✗ before version 9)
import pymysql
from aplomb.consistency import concurrently, invariant, table


users = table("users", {"age": 0}, rows={1: {"age": 3}})
profiles = table("profiles", {"owner": 0, "likes": 0}, rows={})


def add(user):
    conn = pymysql.connect(host="x")
    with conn.cursor() as cur:
        cur.execute("INSERT INTO profiles (id, owner, likes) VALUES (%s, %s, 0)", (user + 100, user))
    conn.commit()

@invariant
def inv():
    return not profiles.exists(lambda p: p["owner"] == 9)

concurrently(lambda: add(9), lambda: add(1))
