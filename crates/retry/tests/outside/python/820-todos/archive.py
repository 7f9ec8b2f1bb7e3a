import os

import boto3
from boto3.dynamodb.conditions import Attr

dynamodb = boto3.resource("dynamodb")
todos = dynamodb.Table(os.environ["TODOS_TABLE"])
archive = dynamodb.Table(os.environ["ARCHIVE_TABLE"])


def handler(event, context):
    done = todos.scan(FilterExpression=Attr("done").eq(True))["Items"]
    for todo in done:
        archive.put_item(Item=todo)
        todos.delete_item(Key={"id": todo["id"]})
