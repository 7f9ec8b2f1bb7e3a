import json
import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["CONNECTIONS"])


def connect(event, context):
    user = (event.get("queryStringParameters") or {}).get("user", "guest")
    table.put_item(
        Item={"connectionId": event["requestContext"]["connectionId"], "user": user}
    )
    return {"statusCode": 200}


def disconnect(event, context):
    table.delete_item(Key={"connectionId": event["requestContext"]["connectionId"]})
    return {"statusCode": 200}


def send_message(event, context):
    text = json.loads(event["body"])["text"]
    where = event["requestContext"]
    api = boto3.client(
        "apigatewaymanagementapi",
        endpoint_url=f"https://{where['domainName']}/{where['stage']}",
    )
    payload = json.dumps({"from": where["connectionId"], "text": text}).encode()
    for item in table.scan(ProjectionExpression="connectionId")["Items"]:
        try:
            api.post_to_connection(ConnectionId=item["connectionId"], Data=payload)
        except api.exceptions.GoneException:
            table.delete_item(Key={"connectionId": item["connectionId"]})
    return {"statusCode": 200}
