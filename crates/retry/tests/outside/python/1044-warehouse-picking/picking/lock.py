import os

import boto3
from botocore.exceptions import ClientError

table = boto3.resource("dynamodb").Table(os.environ["LOCKS"])


def acquire(name: str, owner: str) -> bool:
    try:
        table.put_item(
            Item={"name": name, "owner": owner},
            ConditionExpression="attribute_not_exists(#n) OR #o = :owner",
            ExpressionAttributeNames={"#n": "name", "#o": "owner"},
            ExpressionAttributeValues={":owner": owner},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return False
        raise
    return True


def release(name: str) -> None:
    table.delete_item(Key={"name": name})
