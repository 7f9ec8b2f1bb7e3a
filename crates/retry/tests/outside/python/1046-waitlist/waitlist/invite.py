import json
import os

import boto3
import ulid

invitations = boto3.resource("dynamodb").Table(os.environ["INVITATIONS"])


def handler(event, context):
    guest = json.loads(event["body"])["guest"].lower()
    invitation = str(ulid.new())
    invitations.put_item(
        Item={
            "invitation": invitation,
            "launch": event["pathParameters"]["launch"],
            "guest": guest,
        }
    )
    return {"statusCode": 201, "body": json.dumps({"invitation": invitation})}
