import os

import boto3
from aws_lambda_powertools.utilities.parser import BaseModel, event_parser
from aws_lambda_powertools.utilities.parser.models import EventBridgeModel

members = boto3.resource("dynamodb").Table(os.environ["MEMBERS"])


class TierChange(BaseModel):
    member: str
    tier: str


class TierChanged(EventBridgeModel):
    detail: TierChange


@event_parser(model=TierChanged)
def handler(event: TierChanged, context):
    members.update_item(
        Key={"member": event.detail.member},
        UpdateExpression="SET tier = :tier",
        ExpressionAttributeValues={":tier": event.detail.tier},
    )
