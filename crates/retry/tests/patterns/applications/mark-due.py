# what is due is marked as late; a retry deals with what is left
# markLate: safe alone, safe together

import boto3
from boto3.dynamodb.conditions import Key

loans = boto3.resource("dynamodb").Table("loans")


def markLate(event, context):
    due = loans.query(
        IndexName="by-state",
        KeyConditionExpression=Key("state").eq("OPEN") & Key("due").lt(event["time"]),
    )["Items"]
    for loan in due:
        loans.update_item(
            Key={"id": loan["id"]},
            UpdateExpression="SET #state = :late",
            ExpressionAttributeNames={"#state": "state"},
            ExpressionAttributeValues={":late": "LATE"},
        )
