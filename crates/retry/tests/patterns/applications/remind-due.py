# everybody whose time has come is written to, and marked afterwards
# remind: unsafe alone, unsafe together

import boto3
from boto3.dynamodb.conditions import Key

appointments = boto3.resource("dynamodb").Table("appointments")
sns = boto3.client("sns")


def remind(event, context):
    due = appointments.query(
        IndexName="by-state",
        KeyConditionExpression=Key("state").eq("OPEN") & Key("due").lt(event["time"]),
    )["Items"]
    for appointment in due:
        sns.publish(PhoneNumber=appointment["phone"], Message="See you soon")
        appointments.update_item(
            Key={"id": appointment["id"]},
            UpdateExpression="SET #state = :done",
            ExpressionAttributeNames={"#state": "state"},
            ExpressionAttributeValues={":done": "REMINDED"},
        )
