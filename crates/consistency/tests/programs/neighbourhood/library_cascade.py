# An author is deleted (her books go by ON DELETE CASCADE) while a book of hers is added.
# postgres:read-committed ✓ the foreign key lets no orphan in: the INSERT holds the author (KEY SHARE) or finds none
# postgres:repeatable-read ✓ the cascade finds a book that its snapshot does not have: 40001, runs again
# postgres:serializable ✓
import psycopg

from aplomb.consistency import concurrently, integer, invariant, table

DSN = "postgresql://localhost/library"

authors = table("authors", {"born": 1900}, rows={1: {"born": 1920}})
books = table("books", {"author": 0, "year": 0}, rows={10: {"author": 1, "year": 1950}})


def add_book(author: int, year: int) -> bool:
    with psycopg.connect(DSN) as conn:
        try:
            conn.execute("INSERT INTO books (author, year) VALUES (%s, %s)", (author, year))
        except psycopg.errors.ForeignKeyViolation:
            conn.rollback()
            return False
        return True


def delete_author(author: int) -> None:
    with psycopg.connect(DSN) as conn:
        conn.execute("DELETE FROM authors WHERE id = %s", (author,))


@invariant
def books_have_an_author() -> bool:
    return authors.read(1) is not None or not books.exists(lambda book: book["author"] == 1)


concurrently(lambda: add_book(1, integer("year", 1960)), lambda: delete_author(1))
