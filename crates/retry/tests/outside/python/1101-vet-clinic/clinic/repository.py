import os

import boto3
from boto3.dynamodb.conditions import Attr
from botocore.exceptions import ClientError


class SlotTaken(Exception):
    pass


class SlotRepository:
    def __init__(self, table):
        self.table = table

    def reserve(self, slot, ref, pet, reason):
        try:
            self.table.put_item(
                Item={"slot": slot, "ref": ref, "pet": pet, "reason": reason, "state": "booked"},
                ConditionExpression=Attr("slot").not_exists(),
            )
        except ClientError as e:
            if e.response["Error"]["Code"] != "ConditionalCheckFailedException":
                raise
            existing = self.table.get_item(Key={"slot": slot}, ConsistentRead=True)["Item"]
            if existing["ref"] != ref:
                raise SlotTaken(slot)

    def cancel(self, slot, ref):
        try:
            self.table.update_item(
                Key={"slot": slot},
                UpdateExpression="SET #s = :cancelled",
                ConditionExpression="#r = :ref",
                ExpressionAttributeNames={"#s": "state", "#r": "ref"},
                ExpressionAttributeValues={":cancelled": "cancelled", ":ref": ref},
            )
            return True
        except ClientError as e:
            if e.response["Error"]["Code"] == "ConditionalCheckFailedException":
                return False
            raise

    def all(self):
        return self.table.scan()["Items"]


slots = SlotRepository(boto3.resource("dynamodb").Table(os.environ["SLOTS_TABLE"]))
