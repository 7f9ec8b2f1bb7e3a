# A meeting: look at the room, lock its row, count the meetings of the slot, insert one.
# mysql:read-committed ✓ the count is a new snapshot, taken under the lock
# mysql:repeatable-read ✗ B's plain look at the room begins its snapshot; A does all and commits; B gets the lock, counts 0 in the old snapshot and inserts
# mysql:serializable ✓ the plain reads lock: the upgrades deadlock, one runs again
import pymysql

from aplomb.consistency import concurrently, integer, invariant, table

meeting_rooms = table("meeting_rooms", {"places": 0}, rows={1: {"places": 8}})
meetings = table("meetings", {"room": 0, "slot": 0, "host": 0}, rows={})


def meet(room: int, slot: int, host: int, people: int) -> bool:
    conn = pymysql.connect(host="localhost", user="office", database="office")
    try:
        with conn.cursor() as cur:
            cur.execute("SELECT places FROM meeting_rooms WHERE id = %s", (room,))
            if cur.fetchone()[0] < people:
                conn.rollback()
                return False
            cur.execute("SELECT id FROM meeting_rooms WHERE id = %s FOR UPDATE", (room,))
            cur.execute(
                "SELECT COUNT(*) FROM meetings WHERE room = %s AND slot = %s", (room, slot)
            )
            if cur.fetchone()[0] > 0:
                conn.rollback()
                return False
            cur.execute(
                "INSERT INTO meetings (room, slot, host) VALUES (%s, %s, %s)", (room, slot, host)
            )
        conn.commit()
        return True
    finally:
        conn.close()


@invariant
def one_meeting_a_slot() -> bool:
    return meetings.count(lambda m: m["room"] == 1 and m["slot"] == 9) <= 1


concurrently(
    lambda: meet(1, 9, 1, integer("people of ann", 4)),
    lambda: meet(1, 9, 2, integer("people of bob", 5)),
)
