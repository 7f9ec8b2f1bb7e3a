import boto3
from boto3.dynamodb.conditions import Key

bookings = boto3.resource("dynamodb").Table("bookings")


def handler(event, context):
    found = bookings.query(
        IndexName="status-index", KeyConditionExpression=Key("status").eq("PENDING")
    )
    for booking in found["Items"]:
        bookings.update_item(
            Key={"id": booking["id"]},
            UpdateExpression="SET #s = :expired",
            ExpressionAttributeNames={"#s": "status"},
            ExpressionAttributeValues={":expired": "EXPIRED"},
        )
