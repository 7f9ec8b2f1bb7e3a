# The upsert by exception: INSERT in a savepoint, and if the name is there, UPDATE the row that has it.
# postgres:read-committed ✓ the UPDATE is a new statement and sees the row that the INSERT collided with
# postgres:repeatable-read ✗ B's INSERT takes the snapshot and waits; A commits; B gets 23505 (not 40001), goes back to the savepoint, and its UPDATE does not see A's row: 0 rows, posts = 1
# postgres:serializable ? a transaction goes on after the error (✗, the same: A read nothing, so there is only one rw-dependency, B misses A's row, and nobody is aborted)
import psycopg

from aplomb.consistency import concurrently, invariant, table

DSN = "postgresql://localhost/forum"

topics = table("topics", {"name": "", "posts": 0}, rows={})


def post_about(name: str) -> None:
    with psycopg.connect(DSN) as conn:
        conn.execute("SAVEPOINT new_topic")
        try:
            conn.execute("INSERT INTO topics (name, posts) VALUES (%s, 1)", (name,))
        except psycopg.errors.UniqueViolation:
            conn.execute("ROLLBACK TO SAVEPOINT new_topic")
            conn.execute("UPDATE topics SET posts = posts + 1 WHERE name = %s", (name,))


@invariant
def both_posts_count() -> bool:
    return topics.sum(lambda topic: topic["posts"]) == 2


concurrently(lambda: post_about("cats"), lambda: post_about("cats"))
