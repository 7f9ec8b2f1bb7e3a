# Texts that differ in case are the same for MySQL's usual collations.
# mysql:read-committed ? (✗ in truth)
import pymysql
from aplomb.consistency import concurrently, invariant, table
users = table("users", {"email": "", "id": 0}, rows={}, key="email")
def sign_up(email):
    conn = pymysql.connect()
    try:
        with conn.cursor() as cur:
            cur.execute("INSERT INTO users (email, id) VALUES (%s, 1)", (email,))
        conn.commit()
        return 1
    except pymysql.err.IntegrityError:
        return 0
a, b = concurrently(lambda: sign_up("Ann"), lambda: sign_up("ann"))
@invariant
def both():
    return a + b == 2
