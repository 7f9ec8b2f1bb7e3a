# A card is put on a board while the board is deleted, with ON DELETE CASCADE. The database keeps the
# two together at every level; whoever comes too late is told so.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg
from psycopg.errors import ForeignKeyViolation

from aplomb.consistency import concurrently, invariant, table


def add_card(card: int, board: int) -> bool:
    try:
        with psycopg.connect("dbname=boards") as connection:
            connection.execute("INSERT INTO cards (id, board) VALUES (%s, %s)", (card, board))
    except ForeignKeyViolation:
        return False
    return True


def delete_board(board: int) -> None:
    with psycopg.connect("dbname=boards") as connection:
        connection.execute("DELETE FROM boards WHERE id = %s", (board,))


boards = table("boards", {"title": "todo"}, rows=[1, 2])
cards = table("cards", {"board": 0}, rows={10: {"board": 1}, 20: {"board": 2}})

concurrently(lambda: add_card(11, 1), lambda: delete_board(1))


@invariant
def no_card_is_without_its_board() -> bool:
    return boards.read(1) is None and not cards.exists(lambda card: card["board"] == 1)


@invariant
def the_other_board_is_as_it_was() -> bool:
    return boards.read(2) is not None and cards.count(lambda card: card["board"] == 2) == 1
