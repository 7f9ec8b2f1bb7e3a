import json

from db import cursor

MARK = """
INSERT INTO attendance (student, day, class, present) VALUES (%s, %s, %s, %s)
ON CONFLICT (student, day) DO UPDATE SET class = EXCLUDED.class, present = EXCLUDED.present
"""


def mark(event, context):
    path, body = event["pathParameters"], json.loads(event["body"])
    with cursor() as cur:
        cur.execute(MARK, (path["student"], body["day"], path["class"], body["present"]))
    return {"statusCode": 204, "body": ""}


def show(event, context):
    with cursor() as cur:
        cur.execute(
            "SELECT day, present FROM attendance WHERE student = %s ORDER BY day",
            (event["pathParameters"]["student"],),
        )
        rows = cur.fetchall()
    days = [{"day": str(day), "present": present} for day, present in rows]
    return {"statusCode": 200, "body": json.dumps(days)}
