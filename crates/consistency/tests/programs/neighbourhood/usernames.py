# Two accounts want the same user name; a UNIQUE constraint decides, and the loser's transaction is rolled back.
# postgres:read-committed ✓ the second INSERT waits, then fails with 23505
# postgres:repeatable-read ✓ 23505 there, too
# postgres:serializable ✓ 23505, or 40001 and then 23505
import psycopg

from aplomb.consistency import concurrently, invariant, table

DSN = "postgresql://localhost/forum"

usernames = table("usernames", {"name": "", "account": 0}, rows={})
forum_accounts = table("forum_accounts", {"named": 0}, rows={1: {"named": 0}, 2: {"named": 0}})


def choose_name(account: int, name: str) -> bool:
    with psycopg.connect(DSN) as conn:
        try:
            conn.execute("UPDATE forum_accounts SET named = named + 1 WHERE id = %s", (account,))
            conn.execute("INSERT INTO usernames (name, account) VALUES (%s, %s)", (name, account))
        except psycopg.errors.UniqueViolation:
            conn.rollback()
            return False
        return True


@invariant
def one_has_the_name() -> bool:
    return usernames.count(lambda row: row["name"] == "ann") == 1


@invariant
def one_is_named() -> bool:
    return forum_accounts.sum(lambda account: account["named"]) == 1


concurrently(lambda: choose_name(1, "ann"), lambda: choose_name(2, "ann"))
