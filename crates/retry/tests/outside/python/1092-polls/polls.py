import json
import os

import boto3

TABLE = os.environ["POLLS"]
client = boto3.client("dynamodb")


class AlreadyVoted(Exception):
    pass


def vote_key(poll, voter):
    return {"pk": {"S": f"VOTE#{poll}#{voter}"}}


def record(poll, voter, choice):
    try:
        client.transact_write_items(
            TransactItems=[
                {
                    "Put": {
                        "TableName": TABLE,
                        "Item": {**vote_key(poll, voter), "choice": {"S": choice}},
                        "ConditionExpression": "attribute_not_exists(pk)",
                    }
                },
                {
                    "Update": {
                        "TableName": TABLE,
                        "Key": {"pk": {"S": f"TALLY#{poll}#{choice}"}},
                        "UpdateExpression": "ADD votes :one",
                        "ExpressionAttributeValues": {":one": {"N": "1"}},
                    }
                },
            ]
        )
    except client.exceptions.TransactionCanceledException as error:
        raise AlreadyVoted() from error


def reply(status, **body):
    return {"statusCode": status, "body": json.dumps(body)}


def cast_vote(event, context):
    body = json.loads(event["body"])
    try:
        record(event["pathParameters"]["poll"], body["voter"], body["choice"])
    except AlreadyVoted:
        return reply(409, error="you have voted")
    return reply(201, choice=body["choice"])


def cast_vote_v2(event, context):
    poll = event["pathParameters"]["poll"]
    body = json.loads(event["body"])
    try:
        record(poll, body["voter"], body["choice"])
    except AlreadyVoted:
        stored = client.get_item(TableName=TABLE, Key=vote_key(poll, body["voter"]))["Item"]
        if stored["choice"]["S"] != body["choice"]:
            return reply(409, error="you have voted for something else")
    return reply(201, choice=body["choice"])
