# Two editors: who read an old version is told so.
# mysql:read-committed ✓
# mysql:repeatable-read ✓
# mysql:serializable ✓
import pymysql

from aplomb.consistency import concurrently, invariant, table, text

documents = table("documents", {"body": text, "version": 0}, rows={1: {"body": "", "version": 1}})


def save(body: str) -> int:
    conn = pymysql.connect(database="wiki")
    cur = conn.cursor()
    cur.execute("SELECT version FROM documents WHERE id = 1")
    version = cur.fetchone()[0]
    cur.execute(
        "UPDATE documents SET body = %s, version = version + 1 WHERE id = 1 AND version = %s",
        (body, version),
    )
    saved = cur.rowcount
    conn.commit()
    conn.close()
    return saved


first, second = concurrently(lambda: save("one"), lambda: save("two"))


@invariant
def every_save_is_a_version() -> bool:
    return documents.read(1)["version"] == 1 + first + second
