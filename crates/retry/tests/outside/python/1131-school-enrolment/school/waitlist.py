import json

from .database import connect


def join(event, context):
    p = event["pathParameters"]
    with connect() as conn:
        conn.execute(
            "INSERT INTO waitlist (class, student) VALUES (%s, %s) ON CONFLICT DO NOTHING",
            (p["class"], p["student"]),
        )
    return {"statusCode": 202, "body": json.dumps({"class": p["class"], "student": p["student"]})}


def show(event, context):
    with connect() as conn:
        rows = conn.execute(
            "SELECT student, joined FROM waitlist WHERE class = %s ORDER BY joined", (event["pathParameters"]["class"],)
        ).fetchall()
    return {"statusCode": 200, "body": json.dumps([{"student": s, "joined": j.isoformat()} for s, j in rows])}
