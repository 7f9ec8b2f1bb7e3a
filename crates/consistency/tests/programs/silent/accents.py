# Usual collations of MySQL pass over accents: whether the two names are one is not known.
# mysql:repeatable-read ?
# mysql:serializable ?
import pymysql
from aplomb.consistency import concurrently, invariant, table

users = table("users", {"name": "José"}, rows={1: {"name": "José"}})


def rename():
    conn = pymysql.connect()
    with conn.cursor() as cur:
        cur.execute("UPDATE users SET name = 'x' WHERE name = 'Jose'")
    conn.commit()


concurrently(rename)


@invariant
def nobody_is_renamed():
    return users.read(1)["name"] == "José"
