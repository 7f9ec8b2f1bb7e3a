import functools
import json

import boto3

dynamodb = boto3.resource("dynamodb")


def json_api(status=200):
    def decorate(function):
        @functools.wraps(function)
        def handler(event, context):
            try:
                result = function(**json.loads(event["body"]))
            except KeyError as missing:
                return {"statusCode": 400, "body": f"missing {missing}"}
            return {"statusCode": status, "body": json.dumps(result)}

        return handler

    return decorate


@json_api(status=201)
def subscribe(*, mail, language="en"):
    dynamodb.Table("subscribers").put_item(Item={"mail": mail, "language": language})
    return {"mail": mail}


@json_api()
def vote(*, poll, choice):
    dynamodb.Table("votes").update_item(
        Key={"poll": poll},
        UpdateExpression="ADD #c :one",
        ExpressionAttributeNames={"#c": choice},
        ExpressionAttributeValues={":one": 1},
    )
    return {}
