# A task is claimed by UPDATE ... WHERE owner IS NULL in autocommit; the rowcount tells who has it (pymysql).
# mysql:read-committed ✓
# mysql:repeatable-read ✓
# mysql:serializable ✓
import pymysql

from aplomb.consistency import concurrently, invariant, nullable, table


def claim(task: int, worker: int) -> bool:
    conn = pymysql.connect(host="db", user="worker", database="tasks", autocommit=True)
    with conn.cursor() as cur:
        cur.execute(
            "UPDATE tasks SET owner = %s WHERE id = %s AND owner IS NULL", (worker, task)
        )
        return cur.rowcount == 1


tasks = table("tasks", {"owner": nullable(0)}, key="id", rows={5: {"owner": None}})

one, other = concurrently(lambda: claim(5, 1), lambda: claim(5, 2))


@invariant
def whoever_was_told_so_has_it() -> bool:
    owner = tasks.read(5)["owner"]
    return one != other and owner == (1 if one else 2)
