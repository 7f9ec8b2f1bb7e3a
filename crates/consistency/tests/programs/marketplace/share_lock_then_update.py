# Read FOR SHARE, compute in Python, write back: two of them deadlock, and one is run again (pymysql).
# mysql:read-committed ✓
# mysql:repeatable-read ✓
# mysql:serializable ✓
import pymysql
import pymysql.cursors

from aplomb.consistency import concurrently, integer, invariant, table


def add_points(player: int, points: int) -> None:
    conn = pymysql.connect(
        host="localhost", user="game", database="game", cursorclass=pymysql.cursors.DictCursor
    )
    with conn:
        with conn.cursor() as cur:
            cur.execute("SELECT score FROM players WHERE id = %s FOR SHARE", (player,))
            score = cur.fetchone()["score"]
            cur.execute("UPDATE players SET score = %s WHERE id = %s", (score + points, player))
        conn.commit()


players = table("players", {"score": 0}, key="id", rows={1: {"score": 0}})
first, second = integer("first", 5), integer("second", 6)


@invariant
def all_points_count() -> bool:
    return players.read(1)["score"] == first + second


concurrently(lambda: add_points(1, first), lambda: add_points(1, second))
