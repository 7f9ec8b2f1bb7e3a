import json
import random

import boto3
from botocore.exceptions import ClientError

assignments = boto3.resource("dynamodb").Table("assignments")
VARIANTS = ["control", "blue", "green"]
WEIGHTS = [50, 25, 25]


def pick(experiment, user):
    generator = random.Random(f"{experiment}:{user}")
    return generator.choices(VARIANTS, weights=WEIGHTS, k=1)[0]


def assign(event, context):
    experiment = event["pathParameters"]["experiment"]
    user = json.loads(event["body"])["user"]
    variant = pick(experiment, user)
    try:
        assignments.put_item(
            Item={"experiment": experiment, "user": user, "variant": variant},
            ConditionExpression="attribute_not_exists(#u)",
            ExpressionAttributeNames={"#u": "user"},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
    return {"statusCode": 200, "body": json.dumps({"variant": variant})}
