import json

from crm import client


def handler(event, context):
    for record in event["Records"]:
        call = json.loads(record["Sns"]["Message"])
        client.post(
            "/activities",
            {"type": "call", "contact": call["contactId"], "minutes": call["minutes"]},
        )
