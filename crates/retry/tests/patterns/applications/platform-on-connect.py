# platform.on_connect + register + on_events(s0,s1,s1)
# onConnect: safe alone, unsafe-concurrent together

import json

import boto3

connections = boto3.resource("dynamodb").Table("connections")
gateway = boto3.client("apigatewaymanagementapi")


def onConnect(event, context):
    connections.put_item(Item={"id": event["requestContext"]["connectionId"]})
    return {"statusCode": 200}


def register(event, context):
    connections.update_item(
        Key={"id": event["requestContext"]["connectionId"]},
        UpdateExpression="SET service = :service",
        ExpressionAttributeValues={":service": json.loads(event["body"])["service"]},
    )
    return {"statusCode": 200}


def onEvents(event, context):
    for item in connections.scan()["Items"]:
        if item.get("service") == event["source"]:
            gateway.post_to_connection(ConnectionId=item["id"], Data=json.dumps(event))
