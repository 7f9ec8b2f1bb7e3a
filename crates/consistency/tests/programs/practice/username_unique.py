# The schema keeps names unique, and the second one is told so.
# mysql:read-committed ✓
# mysql:repeatable-read ✓
# mysql:serializable ✓
import mysql.connector
from mysql.connector import IntegrityError

from aplomb.consistency import concurrently, invariant, table, text

users = table("users", {"name": text}, rows=[], unique=["name"])


def register(name: str) -> bool:
    conn = mysql.connector.connect(database="site")
    cur = conn.cursor()
    try:
        cur.execute("INSERT INTO users (name) VALUES (%s)", (name,))
        conn.commit()
        return True
    except IntegrityError:
        conn.rollback()
        return False


first, second = concurrently(lambda: register("ada"), lambda: register("ada"))


@invariant
def one_of_them_has_the_name() -> bool:
    return users.count(lambda it: it["name"] == "ada") == 1 and first != second
