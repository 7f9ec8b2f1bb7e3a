import json
import os

from slack_sdk import WebClient

slack = WebClient(token=os.environ["SLACK_TOKEN"])


def handler(event, context):
    for record in event["Records"]:
        build = json.loads(record["body"])
        slack.chat_postMessage(
            channel="#builds",
            text=f"{build['repo']} is building {build['commit'][:8]}",
        )
