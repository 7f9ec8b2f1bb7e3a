# A deposit reads a pot, adds 1 to the other one and records the sum of both, while 5 move between the pots: the sum is always 101.
# mysql:read-committed ✓ the sum is one new snapshot, and whoever moves money needs the locked pot 2
# mysql:repeatable-read ✗ A reads pot 1 (60: the snapshot); B moves 5 and commits; A's UPDATE makes pot 2 46, which A sees as its own; SUM = 60 + 46 = 106
# mysql:serializable ✓ A's first read locks pot 1
import pymysql

from aplomb.consistency import concurrently, invariant, table

pots = table("pots", {"amount": 0}, rows={1: {"amount": 60}, 2: {"amount": 40}})
pot_audits = table("pot_audits", {"total": 0}, rows={})


def deposit() -> None:
    conn = pymysql.connect(host="localhost", user="pots", database="pots")
    try:
        with conn.cursor() as cur:
            cur.execute("SELECT amount FROM pots WHERE id = 1")
            if cur.fetchone()[0] < 0:
                conn.rollback()
                return
            cur.execute("UPDATE pots SET amount = amount + 1 WHERE id = 2")
            cur.execute("SELECT SUM(amount) FROM pots")
            total = cur.fetchone()[0]
            cur.execute("INSERT INTO pot_audits (total) VALUES (%s)", (total,))
        conn.commit()
    finally:
        conn.close()


def move() -> None:
    conn = pymysql.connect(host="localhost", user="pots", database="pots")
    try:
        with conn.cursor() as cur:
            cur.execute("UPDATE pots SET amount = amount - 5 WHERE id = 1")
            cur.execute("UPDATE pots SET amount = amount + 5 WHERE id = 2")
        conn.commit()
    finally:
        conn.close()


@invariant
def the_audit_is_right() -> bool:
    return not pot_audits.exists(lambda audit: audit["total"] != 101)


concurrently(deposit, move)
