# Make the tag, or take the one that is there: the INSERT is tried inside of a savepoint. At READ
# COMMITTED whoever meets the other's tag sees it afterwards. At REPEATABLE READ and SERIALIZABLE
# the key is taken, but the row is not in the snapshot, and the database raises a unique violation,
# not a serialization failure: the post stays without its tag.
# postgres:read-committed ✓
# postgres:repeatable-read ✗
# postgres:serializable ? (✗ in truth)
import psycopg
from psycopg import errors

from aplomb.consistency import concurrently, integer, invariant, table, text


def publish(post: int, tag: int, name: str) -> bool:
    with psycopg.connect("dbname=blog") as connection:
        cursor = connection.cursor()
        cursor.execute("INSERT INTO posts (id, likes) VALUES (%s, 0)", (post,))
        cursor.execute("SAVEPOINT make_tag")
        try:
            cursor.execute("INSERT INTO tags (id, name) VALUES (%s, %s)", (tag, name))
        except errors.UniqueViolation:
            cursor.execute("ROLLBACK TO SAVEPOINT make_tag")
            cursor.execute("SELECT id FROM tags WHERE name = %s", (name,))
            row = cursor.fetchone()
            if row is None:
                return False
            tag = row[0]
        cursor.execute("INSERT INTO post_tags (post, tag) VALUES (%s, %s)", (post, tag))
        return True


posts = table("posts", {"likes": 0}, rows=[])
tags = table("tags", {"name": text}, rows=[], unique=["name"])
post_tags = table("post_tags", {"post": integer, "tag": integer}, rows=[])

concurrently(lambda: publish(1, 10, "news"), lambda: publish(2, 20, "news"))


@invariant
def the_tag_is_there_once() -> bool:
    return tags.count(lambda tag: tag["name"] == "news") == 1


@invariant
def every_post_has_its_tag() -> bool:
    return post_tags.exists(lambda link: link["post"] == 1) and post_tags.exists(
        lambda link: link["post"] == 2
    )
