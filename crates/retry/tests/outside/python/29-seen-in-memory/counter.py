import json
from collections import OrderedDict

import boto3

campaigns = boto3.resource("dynamodb").Table("campaigns")


class RecentlySeen:
    """Remembers the last messages of this instance."""

    def __init__(self, size=10_000):
        self.size = size
        self.ids = OrderedDict()

    def __contains__(self, message_id):
        return message_id in self.ids

    def add(self, message_id):
        self.ids[message_id] = True
        if len(self.ids) > self.size:
            self.ids.popitem(last=False)


seen = RecentlySeen()


def handler(event, context):
    for record in event["Records"]:
        if record["messageId"] in seen:
            continue
        seen.add(record["messageId"])
        click = json.loads(record["body"])
        campaigns.update_item(
            Key={"id": click["campaign"]},
            UpdateExpression="ADD clicks :one",
            ExpressionAttributeValues={":one": 1},
        )
