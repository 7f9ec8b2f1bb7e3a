import os

import boto3
from boto3.dynamodb.conditions import Key

table = boto3.resource("dynamodb").Table(os.environ["SUBSCRIBERS"])


def addresses(topic):
    query = {"KeyConditionExpression": Key("topic").eq(topic)}
    while True:
        page = table.query(**query)
        for item in page["Items"]:
            yield item["address"]
        if "LastEvaluatedKey" not in page:
            return
        query["ExclusiveStartKey"] = page["LastEvaluatedKey"]
