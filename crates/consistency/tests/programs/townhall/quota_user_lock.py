# A quota of one file for each user: the row of the user is locked before the files are counted. In
# PostgreSQL at REPEATABLE READ the snapshot is as old as the statement that waits for the lock, and
# the row was locked, not changed: the second one counts without the first one's file.
# postgres:read-committed ✓
# postgres:repeatable-read ✗
# postgres:serializable ✓
import psycopg2

from aplomb.consistency import concurrently, invariant, table


def upload(user: int) -> bool:
    connection = psycopg2.connect("dbname=files")
    cursor = connection.cursor()
    cursor.execute("SELECT quota FROM users WHERE id = %s FOR UPDATE", (user,))
    quota = cursor.fetchone()[0]
    cursor.execute("SELECT COUNT(*) FROM files WHERE owner = %s", (user,))
    if cursor.fetchone()[0] >= quota:
        connection.rollback()
        connection.close()
        return False
    cursor.execute("INSERT INTO files (owner) VALUES (%s)", (user,))
    connection.commit()
    connection.close()
    return True


users = table("users", {"quota": 1}, rows=[7])
files = table("files", {"owner": 0}, rows=[])

concurrently(lambda: upload(7), lambda: upload(7))


@invariant
def the_quota_is_kept() -> bool:
    return files.count(lambda file: file["owner"] == 7) <= users.read(7)["quota"]
