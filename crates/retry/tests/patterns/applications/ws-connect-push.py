# ws.connect + disconnect + push,push
# connect: safe alone, unsafe-concurrent together

import boto3

connections = boto3.resource("dynamodb").Table("connections")
gateway = boto3.client("apigatewaymanagementapi")


def connect(event, context):
    connections.put_item(Item={"connectionId": event["requestContext"]["connectionId"]})
    return {"statusCode": 200}


def disconnect(event, context):
    connections.delete_item(Key={"connectionId": event["requestContext"]["connectionId"]})
    return {"statusCode": 200}


def push(event, context):
    for item in connections.scan()["Items"]:
        gateway.post_to_connection(ConnectionId=item["connectionId"], Data=event["text"])
