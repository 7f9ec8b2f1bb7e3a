import json
from http import HTTPStatus

import boto3

notes = boto3.resource("dynamodb").Table("notes")


def answer(status: HTTPStatus, **body):
    return {
        "statusCode": status.value,
        "headers": {"content-type": "application/json"},
        "body": json.dumps(body, default=str),
    }


def owner_of(event):
    return event["requestContext"]["authorizer"]["claims"]["sub"]


def delete(event, context):
    reply = notes.delete_item(
        Key={"owner": owner_of(event), "id": event["pathParameters"]["id"]},
        ReturnValues="ALL_OLD",
    )
    old = reply.get("Attributes")
    if old is None:
        return answer(HTTPStatus.NOT_FOUND, message="there is no such note")
    return answer(HTTPStatus.OK, deleted={"id": old["id"], "text": old["text"]})
