import json

from psycopg.errors import UniqueViolation

from .database import connect


def handler(event, context):
    p = event["pathParameters"]
    try:
        with connect() as conn:
            conn.execute("INSERT INTO enrolments (class, student) VALUES (%s, %s)", (p["class"], p["student"]))
            conn.execute("UPDATE classes SET seats = seats - 1 WHERE id = %s", (p["class"],))
    except UniqueViolation:
        return {"statusCode": 409, "body": json.dumps({"error": "enrolled already"})}
    return {"statusCode": 201}
