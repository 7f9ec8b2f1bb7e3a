import os
from datetime import datetime, timedelta

import boto3
from boto3.dynamodb.conditions import Attr, Key
from twilio.rest import Client

appointments = boto3.resource("dynamodb").Table("appointments")
twilio = Client(os.environ["TWILIO_SID"], os.environ["TWILIO_TOKEN"])


def due(day):
    return appointments.query(
        KeyConditionExpression=Key("day").eq(day),
        FilterExpression=Attr("reminded").not_exists(),
    )["Items"]


def remind(event, context):
    now = datetime.fromisoformat(event["time"].replace("Z", "+00:00"))
    day = (now + timedelta(days=1)).date().isoformat()
    for appointment in due(day):
        try:
            twilio.messages.create(
                to=appointment["phone"],
                from_="+4930000000",
                body=f"See you tomorrow at {appointment['at']}.",
            )
        finally:
            appointments.update_item(
                Key={"day": day, "id": appointment["id"]},
                UpdateExpression="SET reminded = :yes",
                ExpressionAttributeValues={":yes": True},
            )
