import os

import boto3
import stripe

from base import Logged, Processor

stripe.api_key = os.environ["STRIPE_KEY"]


class Payments(Logged, Processor):
    def process(self, body, record):
        stripe.Charge.create(amount=body["amount"], currency="eur", source=body["card"])


class Keeper(Logged, Processor):
    def __init__(self, table):
        self.table = table

    def process(self, body, record):
        self.table.put_item(Item={"id": record["messageId"], **{"text": body["text"]}})


pay = Payments()
keep = Keeper(boto3.resource("dynamodb").Table("kept"))
