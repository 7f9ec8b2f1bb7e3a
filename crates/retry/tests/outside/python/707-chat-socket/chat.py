import json
import os

import boto3
from boto3.dynamodb.conditions import Key
from botocore.exceptions import ClientError

LOBBY = "lobby"
connections = boto3.resource("dynamodb").Table(os.environ["CONNECTIONS"])


def connection(event, context):
    route = event["requestContext"]["routeKey"]
    key = {"room": LOBBY, "connection_id": event["requestContext"]["connectionId"]}
    if route == "$connect":
        connections.put_item(Item=key)
    elif route == "$disconnect":
        connections.delete_item(Key=key)
    return {"statusCode": 200}


def say(event, context):
    request = event["requestContext"]
    gateway = boto3.client(
        "apigatewaymanagementapi",
        endpoint_url=f"https://{request['domainName']}/{request['stage']}",
    )
    text = json.loads(event["body"])["text"]
    members = connections.query(KeyConditionExpression=Key("room").eq(LOBBY), ConsistentRead=True)["Items"]
    for member in members:
        if member["connection_id"] == request["connectionId"]:
            continue
        try:
            gateway.post_to_connection(
                ConnectionId=member["connection_id"],
                Data=json.dumps({"text": text}).encode(),
            )
        except ClientError as error:
            if error.response["Error"]["Code"] != "GoneException":
                raise
            connections.delete_item(Key={"room": LOBBY, "connection_id": member["connection_id"]})
    return {"statusCode": 200}
