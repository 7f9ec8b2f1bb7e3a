import json
import os

import boto3

from sharding import shard_of

table = boto3.resource("dynamodb").Table(os.environ.get("VOTES_TABLE", "votes"))
CHOICES = frozenset({"yes", "no", "abstain"})


def reply(status, **body):
    return {"statusCode": status, "body": json.dumps(body)}


def vote(event, context):
    poll = event["pathParameters"]["poll"]
    body = json.loads(event["body"])
    voter = body["voter"]
    choice = body["choice"]
    if choice not in CHOICES:
        return reply(400, error="unknown choice")
    table.put_item(Item={
        "shard": shard_of(poll, voter),
        "voter": voter,
        "choice": choice,
    })
    return reply(200, poll=poll, choice=choice)
