# A name is taken, or else another one: that the first is taken never happens here, and neither does its rollback.
# mysql:read-committed ✓
# mysql:repeatable-read ✓
# mysql:serializable ✓
import pymysql

from aplomb.consistency import concurrently, invariant, table

names = table("names", {"owner": 0}, rows={2: {"owner": 7}})


def claim():
    conn = pymysql.connect()
    cur = conn.cursor()
    claimed = 0
    try:
        cur.execute("INSERT IGNORE INTO names (id, owner) VALUES (1, 3)")
        claimed = cur.rowcount
        if claimed == 0:
            cur.execute("INSERT INTO names (id, owner) VALUES (2, 3)")
        conn.commit()
    except pymysql.err.IntegrityError:
        conn.rollback()
    return claimed


def release():
    conn = pymysql.connect()
    cur = conn.cursor()
    cur.execute("DELETE FROM names WHERE owner = 7")
    conn.commit()


claimed, _ = concurrently(claim, release)


@invariant
def claimed_the_first():
    return claimed == 1
