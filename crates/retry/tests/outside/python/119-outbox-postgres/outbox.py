import json
import os

import boto3
import psycopg2

sns = boto3.client("sns")


def connect():
    return psycopg2.connect(os.environ["DATABASE_URL"])


def place(event, context):
    order = json.loads(event["body"])
    connection = connect()
    with connection:
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO orders (id, article) VALUES (%s, %s) ON CONFLICT (id) DO NOTHING",
                (order["id"], order["article"]),
            )
            cursor.execute(
                "INSERT INTO outbox (id, payload) VALUES (%s, %s) ON CONFLICT (id) DO NOTHING",
                (f"placed-{order['id']}", json.dumps(order)),
            )
    connection.close()
    return {"statusCode": 202, "body": json.dumps({"id": order["id"]})}


def relay(event, context):
    connection = connect()
    with connection:
        with connection.cursor() as cursor:
            cursor.execute("SELECT id, payload FROM outbox WHERE sent = false FOR UPDATE SKIP LOCKED")
            for id, payload in cursor.fetchall():
                sns.publish(TopicArn=os.environ["TOPIC"], Message=payload)
                cursor.execute("UPDATE outbox SET sent = true WHERE id = %s", (id,))
    connection.close()
