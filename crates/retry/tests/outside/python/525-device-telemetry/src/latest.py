import json

from sqlalchemy import text

from engine import engine

QUERY = text("SELECT celsius, seen_at FROM readings WHERE device_id = :id")


def handler(event, context):
    device = event["pathParameters"]["id"]
    with engine.connect() as connection:
        row = connection.execute(QUERY, {"id": device}).fetchone()
    if row is None:
        return {"statusCode": 404, "body": ""}
    return {"statusCode": 200, "body": json.dumps({"celsius": row[0], "seenAt": row[1]})}
