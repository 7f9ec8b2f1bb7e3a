# Sum and number of ratings are read and written back; what cannot be serialized is tried again.
# postgres:read-committed ✗
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg
from psycopg import errors

from aplomb.consistency import concurrently, invariant, table

books = table("books", {"stars": 0, "ratings": 0}, rows={1: {"stars": 0, "ratings": 0}})


def rate(book: int, stars: int) -> None:
    for attempt in range(3):
        try:
            with psycopg.connect("dbname=books") as conn:
                row = conn.execute("SELECT stars, ratings FROM books WHERE id = %s", (book,)).fetchone()
                conn.execute(
                    "UPDATE books SET stars = %s, ratings = %s WHERE id = %s",
                    (row[0] + stars, row[1] + 1, book),
                )
            return
        except errors.SerializationFailure:
            continue
    raise RuntimeError("too busy")


concurrently(lambda: rate(1, 5), lambda: rate(1, 3))


@invariant
def both_ratings_count() -> bool:
    book = books.read(1)
    return book["stars"] == 8 and book["ratings"] == 2
