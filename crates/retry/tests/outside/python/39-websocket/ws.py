import json
import os

import boto3

connections = boto3.resource("dynamodb").Table(os.environ["CONNECTIONS"])
gateway = boto3.client("apigatewaymanagementapi", endpoint_url=os.environ["ENDPOINT"])

OK = {"statusCode": 200}


def connection_id(event):
    return event["requestContext"]["connectionId"]


def connect(event, context):
    connections.put_item(Item={"id": connection_id(event)})
    return OK


def disconnect(event, context):
    connections.delete_item(Key={"id": connection_id(event)})
    return OK


def broadcast(event, context):
    text = json.loads(event["body"])["text"]
    data = json.dumps({"from": connection_id(event), "text": text}).encode()
    for item in connections.scan()["Items"]:
        try:
            gateway.post_to_connection(ConnectionId=item["id"], Data=data)
        except gateway.exceptions.GoneException:
            print("gone", item["id"])
    return OK
