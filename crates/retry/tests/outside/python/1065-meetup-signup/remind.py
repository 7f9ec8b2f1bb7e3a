import os

import boto3
from twilio.rest import Client

table = boto3.resource("dynamodb").Table(os.environ["SIGNUPS"])
twilio = Client(os.environ["TWILIO_SID"], os.environ["TWILIO_TOKEN"])


def handler(event, context):
    for item in table.scan()["Items"]:
        twilio.messages.create(
            to=item["phone"], from_="+15005550006", body=f"{item['meetup']} is coming up"
        )
