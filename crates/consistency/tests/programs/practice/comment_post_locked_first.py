# The post is locked before its comments are removed: at REPEATABLE READ the snapshot is older.
# postgres:read-committed ✓
# postgres:repeatable-read ✗
# postgres:serializable ✓
import psycopg

from aplomb.consistency import concurrently, integer, invariant, table

posts = table("posts", {"author": 1}, rows=[1])
comments = table("comments", {"post": integer}, rows=[])


def comment() -> None:
    with psycopg.connect("dbname=blog") as conn:
        post = conn.execute("SELECT author FROM posts WHERE id = 1 FOR SHARE").fetchone()
        if post is not None:
            conn.execute("INSERT INTO comments (id, post) VALUES (10, 1)")


def remove() -> None:
    with psycopg.connect("dbname=blog") as conn:
        conn.execute("SELECT author FROM posts WHERE id = 1 FOR UPDATE")
        conn.execute("DELETE FROM comments WHERE post = 1")
        conn.execute("DELETE FROM posts WHERE id = 1")


concurrently(comment, remove)


@invariant
def no_comment_without_a_post() -> bool:
    return comments.read(10) is None or posts.read(1) is not None
