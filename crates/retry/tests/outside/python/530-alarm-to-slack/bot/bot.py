import json
import os

import boto3
from slack_sdk import WebClient

ssm = boto3.client("ssm")
ICONS = {"ALARM": ":rotating_light:", "OK": ":white_check_mark:"}


def slack_client() -> WebClient:
    parameter = ssm.get_parameter(Name=os.environ["SLACK_TOKEN_PARAMETER"], WithDecryption=True)
    return WebClient(token=parameter["Parameter"]["Value"])


def render(alarm: dict) -> str:
    icon = ICONS.get(alarm["NewStateValue"], ":grey_question:")
    return f"{icon} *{alarm['AlarmName']}* is {alarm['NewStateValue']}\n> {alarm['NewStateReason']}"


def handler(event, context):
    slack = slack_client()
    for record in event["Records"]:
        alarm = json.loads(record["Sns"]["Message"])
        slack.chat_postMessage(channel=os.environ["CHANNEL"], text=render(alarm))
