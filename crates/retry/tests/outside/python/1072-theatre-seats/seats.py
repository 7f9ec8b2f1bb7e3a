import json
import os

import psycopg

URL = os.environ["DATABASE_URL"]


def respond(status, **body):
    return {"statusCode": status, "body": json.dumps(body)}


def book(event, context):
    seat = event["pathParameters"]["seat"]
    booking = json.loads(event["body"])["booking"]
    with psycopg.connect(URL) as conn:
        with conn.cursor() as cur:
            cur.execute("SELECT booked_by FROM seats WHERE id = %s FOR UPDATE", (seat,))
            row = cur.fetchone()
            if row is None:
                return respond(404, error="no such seat")
            if row[0] is not None and row[0] != booking:
                return respond(409, error="seat is taken")
            cur.execute("UPDATE seats SET booked_by = %s WHERE id = %s", (booking, seat))
    return respond(200, seat=seat, booking=booking)


def touch(event, context):
    seat = event["pathParameters"]["seat"]
    with psycopg.connect(URL) as conn:
        conn.execute("UPDATE seats SET held_at = now() WHERE id = %s", (seat,))
    return respond(202, seat=seat)


def info(event, context):
    seat = event["pathParameters"]["seat"]
    with psycopg.connect(URL) as conn:
        row = conn.execute("SELECT booked_by, held_at FROM seats WHERE id = %s", (seat,)).fetchone()
    if row is None:
        return respond(404, error="no such seat")
    return respond(200, booked=row[0] is not None, held_at=str(row[1]))
