# The same quota in MySQL: a locking read makes no snapshot, so the first plain read comes after the
# lock, and sees what the one before has done.
# mysql:read-committed ✓
# mysql:repeatable-read ✓
# mysql:serializable ✓
import pymysql

from aplomb.consistency import concurrently, invariant, table


def upload(user: int) -> bool:
    connection = pymysql.connect(host="localhost", database="files")
    try:
        cursor = connection.cursor()
        cursor.execute("SELECT quota FROM users WHERE id = %s FOR UPDATE", (user,))
        (quota,) = cursor.fetchone()
        cursor.execute("SELECT COUNT(*) FROM files WHERE owner = %s", (user,))
        (n,) = cursor.fetchone()
        if n >= quota:
            connection.rollback()
            return False
        cursor.execute("INSERT INTO files (owner) VALUES (%s)", (user,))
        connection.commit()
        return True
    finally:
        connection.close()


users = table("users", {"quota": 1}, rows=[7])
files = table("files", {"owner": 0}, rows=[])

concurrently(lambda: upload(7), lambda: upload(7))


@invariant
def the_quota_is_kept() -> bool:
    return files.count(lambda file: file["owner"] == 7) <= users.read(7)["quota"]
