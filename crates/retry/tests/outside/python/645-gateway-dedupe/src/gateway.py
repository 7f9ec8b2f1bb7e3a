import hashlib
import json
import os

import boto3

dynamodb = boto3.resource("dynamodb")
signups = dynamodb.Table(os.environ["SIGNUPS"])
visits = dynamodb.Table(os.environ["VISITS"])


def digest(*parts):
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def subscribe(event, context):
    email = json.loads(event["body"])["email"].strip().lower()
    client = event["requestContext"]["identity"]["sourceIp"]
    signups.put_item(Item={"id": digest("join", email, client), "email": email})
    return {"statusCode": 202}


def visit(event, context):
    visits.put_item(
        Item={
            "page": event["pathParameters"]["page"],
            "at": str(event["requestContext"]["requestTimeEpoch"]),
        }
    )
    return {"statusCode": 204}


def unsubscribe_request(event, context):
    email = json.loads(event["body"])["email"].strip().lower()
    signups.put_item(Item={"id": digest("leave", email), "email": email})
    return {"statusCode": 202}
