import os

import boto3

sns = boto3.client("sns")
dynamodb = boto3.client("dynamodb")


def handler(event, context):
    for record in event["Records"]:
        if record["eventName"] != "INSERT":
            continue
        image = record["dynamodb"]["NewImage"]
        sns.publish(TopicArn=os.environ["TOPIC"], Message=image["payload"]["S"])
        dynamodb.delete_item(TableName=os.environ["OUTBOX"], Key={"id": image["id"]})
