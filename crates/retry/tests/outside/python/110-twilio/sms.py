import json
import os
from urllib.parse import parse_qsl

import boto3
from twilio.rest import Client
from twilio.twiml.messaging_response import MessagingResponse

inbox = boto3.resource("dynamodb").Table("inbox")
twilio = Client(os.environ["SID"], os.environ["TOKEN"])


def inbound(event, context):
    form = dict(parse_qsl(event["body"]))
    inbox.put_item(
        Item={"sid": form["MessageSid"], "sender": form["From"], "text": form.get("Body", "")}
    )
    reply = MessagingResponse()
    reply.message("Got it")
    return {
        "statusCode": 200,
        "headers": {"Content-Type": "text/xml"},
        "body": str(reply),
    }


def outbound(event, context):
    for record in event["Records"]:
        message = json.loads(record["body"])
        twilio.messages.create(to=message["to"], from_=os.environ["FROM"], body=message["text"])
