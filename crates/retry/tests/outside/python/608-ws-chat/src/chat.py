import json
import os

import boto3

connections = boto3.resource("dynamodb").Table(os.environ["CONNECTIONS"])


def connect(event, context):
    connections.put_item(
        Item={
            "connectionId": event["requestContext"]["connectionId"],
            "room": event["queryStringParameters"]["room"],
        }
    )
    return {"statusCode": 200}


def disconnect(event, context):
    connections.delete_item(Key={"connectionId": event["requestContext"]["connectionId"]})
    return {"statusCode": 200}


def send(event, context):
    ctx = event["requestContext"]
    message = json.loads(event["body"])
    gateway = boto3.client(
        "apigatewaymanagementapi", endpoint_url=f"https://{ctx['domainName']}/{ctx['stage']}"
    )
    for peer in connections.scan()["Items"]:
        if peer["room"] != message["room"]:
            continue
        try:
            gateway.post_to_connection(
                ConnectionId=peer["connectionId"], Data=message["text"].encode()
            )
        except gateway.exceptions.GoneException:
            connections.delete_item(Key={"connectionId": peer["connectionId"]})
    return {"statusCode": 200}
