# Whether `Ann` and `ann` are one is up to the collation: MySQL's usual ones refuse the second row.
# assumes texts-differ-in-their-letters
# mysql:read-committed ✓ if they differ in their letters
# mysql:repeatable-read ✓
# mysql:serializable ✓
import pymysql
from aplomb.consistency import assume, concurrently, invariant, table, text

users = table("users", {"visits": 0}, rows={}, key="email")
one = text("one")
other = text("other")
assume(one != other)


def sign_up(email):
    conn = pymysql.connect()
    try:
        with conn.cursor() as cur:
            cur.execute("INSERT INTO users (email, visits) VALUES (%s, 1)", (email,))
        conn.commit()
        return 1
    except pymysql.err.IntegrityError:
        return 0


a, b = concurrently(lambda: sign_up(one), lambda: sign_up(other))


@invariant
def both():
    return a + b == 2
