import json
import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["TICKETS"])
opened = 0


def open_ticket(event, context):
    global opened
    opened += 1
    body = json.loads(event["body"])
    ticket = f"{body['customer']}-{opened:05d}"
    table.put_item(Item={"id": ticket, "customer": body["customer"], "subject": body["subject"]})
    return {"statusCode": 201, "body": json.dumps({"ticket": ticket})}
