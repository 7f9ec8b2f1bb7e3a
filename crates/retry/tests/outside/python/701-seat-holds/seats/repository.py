import os

import boto3
from boto3.dynamodb.conditions import Attr, Key
from botocore.exceptions import ClientError


class SeatRepository:
    def __init__(self, table=None):
        self._table = table or boto3.resource("dynamodb").Table(os.environ["SEATS_TABLE"])

    def try_hold(self, show, seat, holder):
        """Returns True if the seat now belongs to the holder."""
        try:
            self._table.put_item(
                Item={"show": show, "seat": seat, "holder": holder},
                ConditionExpression="attribute_not_exists(seat)",
            )
            return True
        except ClientError as error:
            if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
                raise
        current = self._table.get_item(Key={"show": show, "seat": seat}, ConsistentRead=True).get("Item")
        return current is not None and current["holder"] == holder

    def drop(self, show, seat, holder):
        try:
            self._table.delete_item(
                Key={"show": show, "seat": seat},
                ConditionExpression=Attr("holder").eq(holder),
            )
        except ClientError as error:
            if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
                raise

    def taken(self, show):
        arguments = {"KeyConditionExpression": Key("show").eq(show), "ConsistentRead": True}
        while True:
            page = self._table.query(**arguments)
            for item in page["Items"]:
                yield item["seat"]
            if "LastEvaluatedKey" not in page:
                return
            arguments["ExclusiveStartKey"] = page["LastEvaluatedKey"]
