# ws.connect + disconnect (no push)
# connect: safe alone, safe together

import boto3

connections = boto3.resource("dynamodb").Table("connections")


def connect(event, context):
    connections.put_item(Item={"connectionId": event["requestContext"]["connectionId"]})
    return {"statusCode": 200}


def disconnect(event, context):
    connections.delete_item(Key={"connectionId": event["requestContext"]["connectionId"]})
    return {"statusCode": 200}
