import json
import os
from dataclasses import dataclass

import boto3

sns = boto3.client("sns")
TOPIC_ARN = os.environ["TOPIC_ARN"]


@dataclass
class PriceAlert:
    product: str
    old: float
    new: float

    @property
    def drop(self) -> int:
        return round(100 * (self.old - self.new) / self.old)

    def text(self) -> str:
        return f"{self.product} is {self.drop} % cheaper: {self.new:.2f}"


def lambda_handler(event, context):
    body = json.loads(event["body"])
    alert = PriceAlert(body["product"], float(body["old"]), float(body["new"]))
    if alert.drop < 5:
        return {"statusCode": 202, "body": json.dumps({"published": False})}
    sns.publish(TopicArn=TOPIC_ARN, Subject="Price drop", Message=alert.text())
    return {"statusCode": 202, "body": json.dumps({"published": True})}
