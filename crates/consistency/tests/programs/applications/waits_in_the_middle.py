# A statement that has looked at one row waits for the next; who holds that one changes
# the first meanwhile, which is not looked at again.
# mysql:read-committed ✗
# mysql:repeatable-read ✓
# mysql:serializable ✓
import pymysql

from aplomb.consistency import concurrently, invariant, table

tasks = table("tasks", {"done": 0}, rows={1: {"done": 0}, 2: {"done": 1}})


def clean_up() -> tuple[int, int]:
    conn = pymysql.connect()
    cur = conn.cursor()
    cur.execute("DELETE FROM tasks WHERE done = 1")
    deleted = cur.rowcount
    cur.execute("SELECT COUNT(*) FROM tasks WHERE done = 1")
    left = cur.fetchone()[0]
    conn.commit()
    return deleted, left


def clean_up_and_finish() -> None:
    conn = pymysql.connect()
    cur = conn.cursor()
    cur.execute("DELETE FROM tasks WHERE done = 1")
    cur.execute("UPDATE tasks SET done = 1 WHERE done = 0")
    conn.commit()


told, _ = concurrently(clean_up, clean_up_and_finish)


@invariant
def nothing_that_is_done_is_left() -> bool:
    deleted, left = told
    return deleted > 0 or left == 0
