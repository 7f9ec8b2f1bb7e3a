import os

import boto3
from aws_lambda_powertools.utilities.parser import BaseModel, envelopes, event_parser

sales = boto3.resource("dynamodb").Table(os.environ["SALES_TABLE"])


class Sale(BaseModel):
    day: str
    till: str
    cents: int


@event_parser(model=Sale, envelope=envelopes.EventBridgeEnvelope)
def handler(event: Sale, context):
    # Tills send no number of their own. The request id stays the same when Lambda repeats the event.
    sales.put_item(
        Item={"day": event.day, "sale": context.aws_request_id, "till": event.till, "cents": event.cents}
    )
