import json

from .db import connection


def reply(status, body):
    return {"statusCode": status, "body": json.dumps(body)}


def borrow(event, context):
    loan = json.loads(event["body"])
    conn = connection()
    with conn, conn.cursor() as cur:
        cur.execute(
            "INSERT INTO loans (ref, member, book, due) VALUES (%s, %s, %s, %s) ON CONFLICT (ref) DO NOTHING",
            (loan["ref"], loan["member"], loan["book"], loan["due"]),
        )
        if cur.rowcount == 1:
            cur.execute("UPDATE books SET copies = copies - 1 WHERE id = %s AND copies > 0", (loan["book"],))
            if cur.rowcount == 0:
                conn.rollback()
                return reply(409, {"error": "no copy left"})
    return reply(201, {"ref": loan["ref"]})


def give_back(event, context):
    ref = event["pathParameters"]["ref"]
    conn = connection()
    with conn, conn.cursor() as cur:
        cur.execute(
            "UPDATE loans SET returned = true WHERE ref = %s AND NOT returned RETURNING book",
            (ref,),
        )
        row = cur.fetchone()
        if row:
            cur.execute("UPDATE books SET copies = copies + 1 WHERE id = %s", (row[0],))
    return reply(200, {"ref": ref, "returned": True})
