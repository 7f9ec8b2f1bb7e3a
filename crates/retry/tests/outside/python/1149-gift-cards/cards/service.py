import os

import boto3
from botocore.exceptions import ClientError


class InsufficientFunds(Exception):
    pass


class Conflict(Exception):
    pass


class CardService:
    ATTEMPTS = 3

    def __init__(self):
        self._table = boto3.resource("dynamodb").Table(os.environ["CARDS_TABLE"])

    def spend(self, card, cents):
        for _ in range(self.ATTEMPTS):
            item = self._table.get_item(Key={"card": card}, ConsistentRead=True)["Item"]
            if item["cents"] < cents:
                raise InsufficientFunds(card)
            try:
                self._table.update_item(
                    Key={"card": card},
                    UpdateExpression="SET cents = :cents, version = :next",
                    ConditionExpression="version = :version",
                    ExpressionAttributeValues={
                        ":cents": item["cents"] - cents,
                        ":version": item["version"],
                        ":next": item["version"] + 1,
                    },
                )
                return
            except ClientError as error:
                if not self._refused(error):
                    raise
        raise Conflict(card)

    def top_up(self, card, cents, payment):
        try:
            self._table.update_item(
                Key={"card": card},
                UpdateExpression="ADD payments :payments SET cents = cents + :cents, version = version + :one",
                ConditionExpression="attribute_exists(card) AND NOT contains(payments, :payment)",
                ExpressionAttributeValues={":payments": {payment}, ":payment": payment, ":cents": cents, ":one": 1},
            )
        except ClientError as error:
            if not self._refused(error):
                raise

    def cents(self, card):
        item = self._table.get_item(Key={"card": card}).get("Item")
        return None if item is None else int(item["cents"])

    @staticmethod
    def _refused(error):
        return error.response["Error"]["Code"] == "ConditionalCheckFailedException"
