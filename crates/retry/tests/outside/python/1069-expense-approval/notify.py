import os

from slack_sdk import WebClient

slack = WebClient(token=os.environ["SLACK_TOKEN"])


def handler(event, context):
    slack.chat_postMessage(
        channel=event["approver"], text=f"Please approve expense {event['id']}"
    )
    return {"id": event["id"], "notified": event["approver"]}
