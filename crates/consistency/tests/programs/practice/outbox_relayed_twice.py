# Two relays read what was not sent, send it and mark it.
# mysql:read-committed ✗
# mysql:repeatable-read ✗
# mysql:serializable ✓
import pymysql

from aplomb.consistency import concurrently, integer, invariant, table

outbox = table("outbox", {"sent": 0}, rows={1: {"sent": 0}})
deliveries = table("deliveries", {"message": integer}, rows=[])


def relay() -> None:
    conn = pymysql.connect(database="shop", cursorclass=pymysql.cursors.DictCursor)
    cur = conn.cursor()
    cur.execute("SELECT id FROM outbox WHERE sent = 0")
    for message in cur.fetchall():
        cur.execute("INSERT INTO deliveries (message) VALUES (%s)", (message["id"],))
        cur.execute("UPDATE outbox SET sent = 1 WHERE id = %s", (message["id"],))
    conn.commit()


concurrently(relay, relay)


@invariant
def delivered_once() -> bool:
    return deliveries.count(lambda it: it["message"] == 1) == 1
