import os

import boto3
from botocore.exceptions import ClientError

connections = boto3.resource("dynamodb").Table("connections")
gateway = boto3.client("apigatewaymanagementapi", endpoint_url=os.environ["ENDPOINT"])

OK = {"statusCode": 200}


def connection_id(event):
    return event["requestContext"]["connectionId"]


def connect(event, context):
    room = (event.get("queryStringParameters") or {}).get("room", "lobby")
    connections.put_item(Item={"connectionId": connection_id(event), "room": room})
    return OK


def disconnect(event, context):
    connections.delete_item(Key={"connectionId": connection_id(event)})
    return OK


def broadcast(event, context):
    sender = connection_id(event)
    for item in connections.scan()["Items"]:
        if item["connectionId"] == sender:
            continue
        try:
            gateway.post_to_connection(
                ConnectionId=item["connectionId"], Data=event["body"].encode()
            )
        except ClientError as error:
            if error.response["Error"]["Code"] != "GoneException":
                raise
            connections.delete_item(Key={"connectionId": item["connectionId"]})
    return OK
