# A label is created if it is new (the INSERT stands in a savepoint), and then linked to a post by its name.
# postgres:read-committed ✓ a duplicate takes back the savepoint only; the link is written
# postgres:repeatable-read ✓ 23505 in the savepoint there, too; the link names the label and reads nothing
# postgres:serializable ✓
import psycopg

from aplomb.consistency import concurrently, invariant, table

DSN = "postgresql://localhost/blog"

labels = table("labels", {"colour": 0}, rows={}, key="name")
label_links = table("label_links", {"label": "", "post": 0}, rows={})


def label_post(name: str, post: int) -> None:
    with psycopg.connect(DSN) as conn:
        with conn.transaction():
            try:
                with conn.transaction():
                    conn.execute("INSERT INTO labels (name, colour) VALUES (%s, 0)", (name,))
            except psycopg.errors.UniqueViolation:
                pass
            conn.execute("INSERT INTO label_links (label, post) VALUES (%s, %s)", (name, post))


@invariant
def the_label_is_there() -> bool:
    return labels.read("red") is not None


@invariant
def both_posts_are_linked() -> bool:
    return (
        label_links.exists(lambda link: link["label"] == "red" and link["post"] == 1)
        and label_links.exists(lambda link: link["label"] == "red" and link["post"] == 2)
    )


concurrently(lambda: label_post("red", 1), lambda: label_post("red", 2))
