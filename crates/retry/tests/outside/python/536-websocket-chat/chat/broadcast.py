import json
import os

import boto3
from botocore.exceptions import ClientError

connections = boto3.resource("dynamodb").Table(os.environ["CONNECTIONS"])
gateway = boto3.client("apigatewaymanagementapi", endpoint_url=os.environ["ENDPOINT"])


def handler(event, context):
    message = json.loads(event["body"])["text"]
    data = json.dumps({"text": message}).encode()
    for item in connections.scan(ProjectionExpression="connection_id")["Items"]:
        connection_id = item["connection_id"]
        try:
            gateway.post_to_connection(ConnectionId=connection_id, Data=data)
        except ClientError as error:
            if error.response["Error"]["Code"] != "GoneException":
                raise
            connections.delete_item(Key={"connection_id": connection_id})
    return {"statusCode": 200, "body": "sent"}
