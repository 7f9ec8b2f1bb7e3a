import os
import sqlite3

import boto3
import psycopg2
import psycopg2.extras
import pymysql

rds = boto3.client("rds-data")
conn = psycopg2.connect(os.environ["DATABASE"])
mysql = pymysql.connect(host=os.environ["HOST"], cursorclass=pymysql.cursors.DictCursor)


# unsafe: the server draws another id
def add_note(event, context):
    with conn.cursor() as cur:
        cur.execute("INSERT INTO notes (text) VALUES (%s)", (event["text"],))
    conn.commit()


# safe: nothing is committed
def forgotten(event, context):
    with conn.cursor() as cur:
        cur.execute("INSERT INTO notes (text) VALUES (%s)", (event["text"],))


# unsafe: every attempt counts
def count(event, context):
    cur = conn.cursor()
    cur.execute("UPDATE counters SET n = n + 1 WHERE name = %(name)s", {"name": event["name"]})
    conn.commit()
    cur.close()


# safe: the same row again
# today unknown
def put_order(event, context):
    cur = conn.cursor()
    cur.execute(
        "INSERT INTO orders (id, total) VALUES (%s, %s) ON CONFLICT (id) DO UPDATE SET total = excluded.total",
        [event["id"], event["total"]],
    )
    conn.commit()


# safe: the duplicate shows in nothing
def ensure_order(event, context):
    try:
        with conn.cursor() as cur:
            cur.execute("INSERT INTO orders (id, total) VALUES (%s, %s)", (event["id"], event["total"]))
        conn.commit()
    except psycopg2.errors.UniqueViolation:
        conn.rollback()
    return {"id": event["id"]}


# unsafe: the retry is told of the duplicate
def create_order(event, context):
    try:
        with conn, conn.cursor() as cur:
            cur.execute("INSERT INTO orders (id) VALUES (%s)", (event["id"],))
    except psycopg2.IntegrityError:
        return {"status": 409}
    return {"status": 201}


# safe: the request and the withdrawal are one transaction
def withdraw_once(event, context):
    with conn:
        with conn.cursor() as cur:
            cur.execute("INSERT INTO requests (id, created) VALUES (%s, NULL) ON CONFLICT DO NOTHING", (event["request"],))
            if cur.rowcount == 1:
                cur.execute(
                    "UPDATE accounts SET balance = balance - %s WHERE id = %s",
                    (event["amount"], event["account"]),
                )
    return "done"


# unsafe: two transactions
def withdraw_twice(event, context):
    cur = conn.cursor()
    cur.execute("INSERT INTO requests (id) VALUES (%s) ON CONFLICT DO NOTHING", (event["request"],))
    new = cur.rowcount == 1
    conn.commit()
    if new:
        cur.execute("UPDATE accounts SET balance = balance - %s WHERE id = %s", (event["amount"], event["account"]))
        conn.commit()


# unsafe: what was read is written back, one more
def count_in_program(event, context):
    cur = conn.cursor()
    cur.execute("SELECT n FROM counters WHERE name = %s", (event["name"],))
    (n,) = cur.fetchone()
    cur.execute("UPDATE counters SET n = %s WHERE name = %s", (n + 1, event["name"]))
    conn.commit()


# safe: a query shows what is there
def read_order(event, context):
    cur = conn.cursor(cursor_factory=psycopg2.extras.RealDictCursor)
    cur.execute("SELECT id, status FROM orders WHERE id = %s", (event["id"],))
    row = cur.fetchone()
    return row["status"] if row else None


# unsafe-concurrent with read_order: an old status comes back
def set_status(event, context):
    cur = conn.cursor()
    cur.execute("UPDATE orders SET status = %s WHERE id = %s", (event["status"], event["id"]))
    conn.commit()


# safe: in the text, but always the same
def pay(event, context):
    with mysql.cursor() as cur:
        cur.execute(f"UPDATE orders SET status = 'paid' WHERE id = '{event['id']}'")
    mysql.commit()


# unsafe: in the text, and every attempt adds
def deposit(event, context):
    with mysql.cursor() as cur:
        cur.execute(f"UPDATE accounts SET balance = balance + {event['amount']} WHERE id = '{event['id']}'")
        mysql.commit()


# unsafe: the retry finds nothing to delete
def remove(event, context):
    with mysql.cursor() as cur:
        cur.execute("DELETE FROM orders WHERE id = %s", event["id"])
        removed = cur.rowcount
    mysql.commit()
    return {"removed": removed}


# unsafe: a new id for every attempt
def add_and_tell(event, context):
    with mysql.cursor() as cur:
        cur.execute("INSERT INTO notes (text) VALUES (%s)", (event["text"],))
        mysql.commit()
        return {"id": cur.lastrowid}


# unsafe: SQLite counts too
def count_locally(event, context):
    db = sqlite3.connect("/mnt/data/app.db")
    db.execute("UPDATE counters SET n = n + 1 WHERE name = ?", (event["name"],))
    db.commit()
    db.close()


# safe: one row for each message, whatever came before
def log_all(event, context):
    cur = conn.cursor()
    for record in event["Records"]:
        cur.execute("INSERT INTO requests (id, created) VALUES (%s, NULL) ON CONFLICT DO NOTHING", (record["messageId"],))
        conn.commit()


# unknown: the statement comes with the request
def any_statement(event, context):
    cur = conn.cursor()
    cur.execute(event["statement"])
    conn.commit()


auto = psycopg2.connect(os.environ["DATABASE"])
auto.autocommit = True


# unsafe: every statement commits itself
def count_at_once(event, context):
    with auto.cursor() as cur:
        cur.execute("UPDATE counters SET n = n + 1 WHERE name = %s", (event["name"],))


# unsafe: so it does here
def count_by_session(event, context):
    own = psycopg2.connect(os.environ["DATABASE"])
    own.set_session(autocommit=True)
    own.cursor().execute("UPDATE counters SET n = n + 1 WHERE name = %s", (event["name"],))


# unsafe: and here
def count_by_argument(event, context):
    own = pymysql.connect(host=os.environ["HOST"], autocommit=True)
    with own.cursor() as cur:
        cur.execute("UPDATE counters SET n = n + 1 WHERE name = %s", (event["name"],))


# safe: an exception leaves the block, and nothing is committed
def stumble(event, context):
    try:
        with conn, conn.cursor() as cur:
            cur.execute("UPDATE counters SET n = n + 1 WHERE name = %s", (event["name"],))
            raise ValueError("no")
    except ValueError:
        return "nothing happened"


# safe: rows one after the other, in one transaction
def add_many(event, context):
    with conn, conn.cursor() as cur:
        cur.executemany(
            "INSERT INTO requests (id, created) VALUES (%s, NULL) ON CONFLICT DO NOTHING",
            [(event["first"],), (event["second"],)],
        )


# safe: what is found is shown
def list_orders(event, context):
    with conn.cursor() as cur:
        cur.execute("SELECT id, total FROM orders WHERE status = %s", (event["status"],))
        return [{"id": row[0], "total": row[1]} for row in cur.fetchall()]


# unsafe: the Data API counts
def count_by_request(event, context):
    rds.execute_statement(
        resourceArn=os.environ["CLUSTER"],
        secretArn=os.environ["SECRET"],
        sql="UPDATE counters SET n = n + 1 WHERE name = :name",
        parameters=[{"name": "name", "value": {"stringValue": event["name"]}}],
    )


# unsafe: extras.execute_batch executes the statement for each row
def count_batch(event, context):
    with conn, conn.cursor() as cur:
        psycopg2.extras.execute_batch(
            cur, "UPDATE counters SET n = n + 1 WHERE name = %s", [(event["name"],)]
        )


# unsafe: extras.execute_values inserts, and the server draws other ids
def add_values(event, context):
    with conn, conn.cursor() as cur:
        psycopg2.extras.execute_values(
            cur, "INSERT INTO notes (text) VALUES %s", [(event["first"],), (event["second"],)]
        )


# unsafe: the server draws other ids for all rows of the request
def add_values_of_request(event, context):
    with conn, conn.cursor() as cur:
        rows = [(text,) for text in event["texts"]]
        psycopg2.extras.execute_values(cur, "INSERT INTO notes (text) VALUES %s", rows)


# unsafe: execute of pymysql gives how many rows there are, and the marker is committed first
def count_after_marker(event, context):
    with mysql.cursor() as cur:
        marked = cur.execute("INSERT IGNORE INTO requests (id) VALUES (%s)", (event["request"],))
    mysql.commit()
    if marked == 1:
        with mysql.cursor() as cur:
            cur.execute("UPDATE counters SET n = n + 1 WHERE name = %s", (event["name"],))
        mysql.commit()


# safe: the marker is committed with what it marks
def count_with_marker(event, context):
    with mysql.cursor() as cur:
        if cur.execute("INSERT IGNORE INTO requests (id) VALUES (%s)", (event["request"],)) == 1:
            cur.execute("UPDATE counters SET n = n + 1 WHERE name = %s", (event["name"],))
    mysql.commit()


# unsafe: pymysql counts the rows that an update changes, on a retry none
def close_order(event, context):
    with mysql.cursor() as cur:
        closed = cur.execute("UPDATE orders SET total = 0 WHERE id = %s", (event["id"],))
    mysql.commit()
    return closed


# unsafe: execute of psycopg2 gives nothing
def count_without_result(event, context):
    with conn, conn.cursor() as cur:
        if not cur.execute("SELECT n FROM counters WHERE name = %s", (event["name"],)):
            cur.execute("UPDATE counters SET n = n + 1 WHERE name = %s", (event["name"],))


# unsafe: the statement makes the connection commit every statement
# today unknown
def count_committing(event, context):
    with mysql.cursor() as cur:
        cur.execute("SET autocommit = 1")
        cur.execute("INSERT IGNORE INTO requests (id) VALUES (%s)", (event["request"],))
        if cur.rowcount == 1:
            cur.execute("UPDATE counters SET n = n + 1 WHERE name = %s", (event["name"],))


# unsafe: a transaction of several updates is repeated
def count_all(event, context):
    with conn.cursor() as cur:
        for hit in event["hits"]:
            cur.execute("UPDATE counters SET n = n + %s WHERE name = %s", (hit["n"], hit["name"]))
    conn.commit()


# safe: what is never committed did not happen, however often
# today unknown
def count_all_in_vain(event, context):
    with conn.cursor() as cur:
        for hit in event["hits"]:
            cur.execute("UPDATE counters SET n = n + %s WHERE name = %s", (hit["n"], hit["name"]))
    conn.rollback()


# safe: the request is remembered in the transaction of the updates
# today unknown
def count_all_once(event, context):
    with conn, conn.cursor() as cur:
        cur.execute("INSERT INTO requests (id) VALUES (%s) ON CONFLICT DO NOTHING", (event["request"],))
        if cur.rowcount == 1:
            for hit in event["hits"]:
                cur.execute("UPDATE counters SET n = n + %s WHERE name = %s", (hit["n"], hit["name"]))


def read_account(event, context):
    with conn.cursor() as cur:
        cur.execute("SELECT balance FROM accounts WHERE id = %s", (event["id"],))
        return cur.fetchone()


# unsafe-concurrent with read_account: another list may have set other balances meanwhile
def set_balances(event, context):
    with conn.cursor() as cur:
        for account in event["accounts"]:
            cur.execute(
                "INSERT INTO accounts (id, balance) VALUES (%s, %s) "
                "ON CONFLICT (id) DO UPDATE SET balance = excluded.balance",
                (account["id"], account["balance"]),
            )
    conn.commit()
