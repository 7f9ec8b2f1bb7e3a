# A node becomes the leader if the lease has run out.
# mysql:read-committed ✓
# mysql:repeatable-read ✓
# mysql:serializable ✓
import mysql.connector

from aplomb.consistency import concurrently, invariant, table

leases = table("leases", {"owner": 0, "until": 0}, rows={1: {"owner": 0, "until": 5}})


def lead(node: int, now: int) -> bool:
    conn = mysql.connector.connect(database="cluster")
    cur = conn.cursor()
    cur.execute(
        "UPDATE leases SET owner = %s, until = %s WHERE id = 1 AND until < %s",
        (node, now + 10, now),
    )
    leads = cur.rowcount == 1
    conn.commit()
    conn.close()
    return leads


first, second = concurrently(lambda: lead(1, 10), lambda: lead(2, 11))


@invariant
def one_leader() -> bool:
    return first != second and leases.read(1)["owner"] == (1 if first else 2)
