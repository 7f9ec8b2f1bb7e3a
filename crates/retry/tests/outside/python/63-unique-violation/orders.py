import json
import os

import psycopg2
from psycopg2 import errors

connection = psycopg2.connect(os.environ["DATABASE_URL"])


def insert(request, customer, cents):
    with connection, connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO orders (request, customer, cents) VALUES (%s, %s, %s)",
            (request, customer, cents),
        )


def load(request):
    with connection, connection.cursor() as cursor:
        cursor.execute("SELECT customer, cents FROM orders WHERE request = %s", (request,))
        return cursor.fetchone()


def place(event, context):
    body = json.loads(event["body"])
    try:
        insert(body["request"], body["customer"], int(body["cents"]))
    except errors.UniqueViolation:
        pass  # an earlier attempt, or somebody with the same request id: the stored order counts
    customer, cents = load(body["request"])
    return {"statusCode": 201, "body": json.dumps({"customer": customer, "cents": cents})}
