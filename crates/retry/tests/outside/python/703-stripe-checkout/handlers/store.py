import os

import boto3
from botocore.exceptions import ClientError

orders = boto3.resource("dynamodb").Table(os.environ["ORDERS_TABLE"])


def is_refusal(error: ClientError) -> bool:
    return error.response["Error"]["Code"] == "ConditionalCheckFailedException"
