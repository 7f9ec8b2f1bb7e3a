import json
import os

import boto3
from botocore.exceptions import ClientError

connections = boto3.resource("dynamodb").Table(os.environ["CONNECTIONS"])


def connect(event, context):
    connection_id = event["requestContext"]["connectionId"]
    nick = event["queryStringParameters"]["nick"]
    connections.put_item(Item={"connection_id": connection_id, "nick": nick})
    return {"statusCode": 200}


def disconnect(event, context):
    connections.delete_item(Key={"connection_id": event["requestContext"]["connectionId"]})
    return {"statusCode": 200}


def broadcast(event, context):
    ctx = event["requestContext"]
    api = boto3.client("apigatewaymanagementapi", endpoint_url=f"https://{ctx['domainName']}/{ctx['stage']}")
    text = json.loads(event["body"])["text"]
    for item in connections.scan(ProjectionExpression="connection_id")["Items"]:
        try:
            api.post_to_connection(ConnectionId=item["connection_id"], Data=json.dumps({"text": text}).encode())
        except ClientError as e:
            if e.response["Error"]["Code"] != "GoneException":
                raise
    return {"statusCode": 200}
