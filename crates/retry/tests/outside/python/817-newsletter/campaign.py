import json
import os

import boto3

from database import connect

ses = boto3.client("sesv2")


def handler(event, context):
    campaign = json.loads(event["Records"][0]["body"])
    conn = connect()
    try:
        with conn.cursor() as cursor:
            cursor.execute("SELECT email FROM subscribers WHERE active = 1")
            recipients = [row[0] for row in cursor.fetchall()]
    finally:
        conn.close()
    for email in recipients:
        ses.send_email(
            FromEmailAddress=os.environ["SENDER"],
            Destination={"ToAddresses": [email]},
            Content={
                "Simple": {
                    "Subject": {"Data": campaign["subject"]},
                    "Body": {"Html": {"Data": campaign["html"]}},
                }
            },
        )
