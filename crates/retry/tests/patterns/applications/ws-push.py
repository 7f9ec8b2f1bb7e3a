# ws.push alone, one connection
# push: unsafe alone, unsafe together

import boto3

connections = boto3.resource("dynamodb").Table("connections")
gateway = boto3.client("apigatewaymanagementapi")


def push(event, context):
    for item in connections.scan()["Items"]:
        gateway.post_to_connection(ConnectionId=item["connectionId"], Data=event["text"])
