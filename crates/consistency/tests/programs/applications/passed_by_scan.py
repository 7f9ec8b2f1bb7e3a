# An UPDATE that names no key goes by rows that others have locked and that it does not want.
# mysql:read-committed ✗
# mysql:repeatable-read ✓
# mysql:serializable ✓
import pymysql

from aplomb.consistency import concurrently, invariant, table

tasks = table("tasks", {"state": 0}, rows={1: {"state": 1}, 2: {"state": 0}})


def clear():
    conn = pymysql.connect()
    cur = conn.cursor()
    cur.execute("DELETE FROM tasks WHERE state = 0")
    cur.execute("SELECT COUNT(*) FROM tasks WHERE state = 0")
    left = cur.fetchone()[0]
    conn.commit()
    return left


def reset():
    conn = pymysql.connect()
    cur = conn.cursor()
    cur.execute("UPDATE tasks SET state = 0 WHERE state = 1")
    conn.commit()


left, _ = concurrently(clear, reset)


@invariant
def nothing_is_left():
    return left == 0
