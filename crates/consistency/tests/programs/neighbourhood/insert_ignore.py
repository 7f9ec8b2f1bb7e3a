# A slot is claimed with INSERT IGNORE, and a SELECT afterwards tells who has it; before that, the patron's credits are read.
# mysql:read-committed ✓ the SELECT sees the row that INSERT IGNORE collided with
# mysql:repeatable-read ✗ B reads its credits (the snapshot); A claims and commits; B's INSERT IGNORE does nothing, and its SELECT still finds no row: B confirms, too
# mysql:serializable ✓ the SELECT locks and sees what is current
import pymysql

from aplomb.consistency import concurrently, invariant, table

patrons = table("patrons", {"credits": 0}, rows={1: {"credits": 3}, 2: {"credits": 3}})
slot_owners = table("slot_owners", {"owner": 0}, rows={})
confirmations = table("confirmations", {"slot": 0, "patron": 0}, rows={})


def claim(slot: int, patron: int) -> bool:
    conn = pymysql.connect(host="localhost", user="gym", database="gym")
    try:
        with conn.cursor() as cur:
            cur.execute("SELECT credits FROM patrons WHERE id = %s", (patron,))
            if cur.fetchone()[0] < 1:
                conn.rollback()
                return False
            cur.execute("INSERT IGNORE INTO slot_owners (id, owner) VALUES (%s, %s)", (slot, patron))
            cur.execute("SELECT owner FROM slot_owners WHERE id = %s", (slot,))
            row = cur.fetchone()
            if row is not None and row[0] != patron:
                conn.rollback()
                return False
            cur.execute("UPDATE patrons SET credits = credits - 1 WHERE id = %s", (patron,))
            cur.execute("INSERT INTO confirmations (slot, patron) VALUES (%s, %s)", (slot, patron))
        conn.commit()
        return True
    finally:
        conn.close()


@invariant
def confirmed_once() -> bool:
    return confirmations.count(lambda row: row["slot"] == 5) <= 1


@invariant
def paid_for_once() -> bool:
    return patrons.read(1)["credits"] + patrons.read(2)["credits"] >= 5


concurrently(lambda: claim(5, 1), lambda: claim(5, 2))
