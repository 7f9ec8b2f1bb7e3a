# A registration looks whether a name is taken and inserts it if not; the table has no UNIQUE constraint.
# postgres:read-committed ✗ both count 0, both insert "ann"
# postgres:repeatable-read ✗ the same
# postgres:serializable ✓ each misses the other's row: one is aborted and runs again
import psycopg2

from aplomb.consistency import concurrently, integer, invariant, table

members = table("members", {"name": "", "age": 0}, rows={})


def sign_up(name: str, age: int) -> bool:
    conn = psycopg2.connect("dbname=club")
    try:
        with conn.cursor() as cur:
            cur.execute("SELECT COUNT(*) FROM members WHERE name = %s", (name,))
            if cur.fetchone()[0] > 0:
                conn.rollback()
                return False
            cur.execute("INSERT INTO members (name, age) VALUES (%s, %s)", (name, age))
        conn.commit()
        return True
    finally:
        conn.close()


@invariant
def names_are_unique() -> bool:
    return members.count(lambda member: member["name"] == "ann") <= 1


concurrently(
    lambda: sign_up("ann", integer("first age", 30)),
    lambda: sign_up("ann", integer("second age", 40)),
)
