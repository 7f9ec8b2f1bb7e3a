import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["CONNECTIONS_TABLE"])


def connect(event, context):
    table.put_item(Item={"connectionId": event["requestContext"]["connectionId"]})
    return {"statusCode": 200}


def disconnect(event, context):
    table.delete_item(Key={"connectionId": event["requestContext"]["connectionId"]})
    return {"statusCode": 200}


def everybody():
    return [item["connectionId"] for item in table.scan()["Items"]]
