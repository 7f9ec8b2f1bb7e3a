import contextlib
import json
import os

import boto3
import psycopg2

ses = boto3.client("ses")


def withdraw(event, context):
    for record in event["Records"]:
        body = json.loads(record["body"])
        with contextlib.closing(psycopg2.connect(os.environ["DSN"])) as connection:
            with connection, connection.cursor() as cursor:
                cursor.execute(
                    "UPDATE accounts SET balance = balance - %s WHERE id = %s",
                    (body["amount"], body["account"]),
                )


def forget(event, context):
    for record in event["Records"]:
        body = json.loads(record["body"])
        with contextlib.closing(psycopg2.connect(os.environ["DSN"])) as connection:
            with contextlib.closing(connection.cursor()) as cursor:
                cursor.execute("DELETE FROM people WHERE id = %s", (body["id"],))
        ses.send_email(
            Source="shop@example.com",
            Destination={"ToAddresses": [body["mail"]]},
            Message={"Subject": {"Data": "Bye"}, "Body": {"Text": {"Data": "Forgotten"}}},
        )
