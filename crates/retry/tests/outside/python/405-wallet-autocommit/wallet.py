import json

from database import connection


def remember(cur, request_id):
    cur.execute(
        "INSERT INTO requests (id) VALUES (%s) ON CONFLICT (id) DO NOTHING",
        (request_id,),
    )
    return cur.rowcount == 1


def withdraw(event, context):
    body = json.loads(event["body"])
    with connection().cursor() as cur:
        if remember(cur, body["requestId"]):
            cur.execute(
                "UPDATE accounts SET balance = balance - %s WHERE id = %s",
                (body["amount"], body["account"]),
            )
    return {
        "statusCode": 200,
        "headers": {"Content-Type": "application/json"},
        "body": json.dumps({"requestId": body["requestId"]}),
    }
