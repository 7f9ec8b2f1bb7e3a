"""Documents are imported by another system; here they are only shown and removed."""
import json
import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["DOCUMENTS"])

HEADERS = {"content-type": "application/json", "cache-control": "no-store"}


def respond(status, body=None):
    return {
        "statusCode": status,
        "headers": HEADERS,
        "body": "" if body is None else json.dumps(body, default=str),
    }


def delete(event, context):
    table.delete_item(Key={"id": event["pathParameters"]["id"]})
    return respond(204)


def get(event, context):
    item = table.get_item(Key={"id": event["pathParameters"]["id"]}).get("Item")
    if not item:
        return respond(404, {"message": "no such document"})
    return respond(200, {"id": item["id"], "title": item["title"]})
