import os

import boto3

connections = boto3.resource("dynamodb").Table(os.environ["CONNECTIONS"])


def connect(event, context):
    connection_id = event["requestContext"]["connectionId"]
    connections.put_item(Item={"connection_id": connection_id})
    return {"statusCode": 200, "body": "connected"}


def disconnect(event, context):
    connection_id = event["requestContext"]["connectionId"]
    connections.delete_item(Key={"connection_id": connection_id})
    return {"statusCode": 200, "body": "disconnected"}
