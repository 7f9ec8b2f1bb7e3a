import json
import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["CONNECTIONS"])


def connect(event, context):
    connection = event["requestContext"]["connectionId"]
    name = (event.get("queryStringParameters") or {}).get("name", "anonymous")
    table.put_item(Item={"connectionId": connection, "name": name})
    return {"statusCode": 200}


def disconnect(event, context):
    table.delete_item(Key={"connectionId": event["requestContext"]["connectionId"]})
    return {"statusCode": 200}


def say(event, context):
    ctx = event["requestContext"]
    gateway = boto3.client(
        "apigatewaymanagementapi", endpoint_url=f"https://{ctx['domainName']}/{ctx['stage']}"
    )
    text = json.loads(event["body"])["text"]
    for member in table.scan()["Items"]:
        try:
            gateway.post_to_connection(
                ConnectionId=member["connectionId"],
                Data=json.dumps({"from": ctx["connectionId"], "text": text}).encode(),
            )
        except gateway.exceptions.GoneException:
            table.delete_item(Key={"connectionId": member["connectionId"]})
    return {"statusCode": 200}
