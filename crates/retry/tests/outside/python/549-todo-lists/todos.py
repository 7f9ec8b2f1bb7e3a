import json
import os

import psycopg
from psycopg import errors

DSN = os.environ["DSN"]


def response(status, body=None):
    return {"statusCode": status, "body": "" if body is None else json.dumps(body)}


def create(event, context):
    todo = json.loads(event["body"])
    try:
        with psycopg.connect(DSN) as connection:
            connection.execute(
                "INSERT INTO todos (id, title) VALUES (%s, %s)", (todo["id"], todo["title"])
            )
    except errors.UniqueViolation:
        return response(409, {"message": "there is a todo with this id"})
    return response(201, {"id": todo["id"]})


def list_all(event, context):
    with psycopg.connect(DSN) as connection:
        rows = connection.execute("SELECT id, title FROM todos ORDER BY title").fetchall()
    return response(200, [{"id": str(row[0]), "title": row[1]} for row in rows])


def delete(event, context):
    with psycopg.connect(DSN) as connection:
        connection.execute("DELETE FROM todos WHERE id = %s", (event["pathParameters"]["id"],))
    return response(204)
