import os

import boto3

dynamodb = boto3.client("dynamodb")

REFUSED = "ConditionalCheckFailed"


class Refused(Exception):
    def __init__(self, seen_before, too_poor):
        super().__init__("movement refused")
        self.seen_before = seen_before
        self.too_poor = too_poor


def take(movement_id, wallet_id, amount):
    """Takes the amount from the wallet, once for each movement."""
    value = {"N": str(amount)}
    try:
        dynamodb.transact_write_items(
            TransactItems=[
                {
                    "Put": {
                        "TableName": os.environ["MOVEMENTS"],
                        "Item": {
                            "movement_id": {"S": movement_id},
                            "wallet_id": {"S": wallet_id},
                            "amount": value,
                        },
                        "ConditionExpression": "attribute_not_exists(movement_id)",
                    }
                },
                {
                    "Update": {
                        "TableName": os.environ["WALLETS"],
                        "Key": {"wallet_id": {"S": wallet_id}},
                        "UpdateExpression": "SET balance = balance - :amount",
                        "ConditionExpression": "balance >= :amount",
                        "ExpressionAttributeValues": {":amount": value},
                    }
                },
            ]
        )
    except dynamodb.exceptions.TransactionCanceledException as error:
        codes = [reason["Code"] for reason in error.response["CancellationReasons"]]
        if REFUSED not in codes:
            raise
        raise Refused(seen_before=codes[0] == REFUSED, too_poor=codes[1] == REFUSED) from error
