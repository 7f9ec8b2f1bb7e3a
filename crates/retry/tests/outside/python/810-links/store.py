import os

import boto3
from botocore.exceptions import ClientError

table = boto3.resource("dynamodb").Table(os.environ["LINKS_TABLE"])


class SlugTaken(Exception):
    """The slug leads somewhere else."""


def find(slug):
    return table.get_item(Key={"slug": slug}, ConsistentRead=True).get("Item")


def claim(slug, url):
    try:
        table.put_item(
            Item={"slug": slug, "url": url, "hits": 0},
            ConditionExpression="attribute_not_exists(slug)",
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
        if find(slug)["url"] != url:
            raise SlugTaken(slug)


def count_hit(slug):
    table.update_item(
        Key={"slug": slug},
        UpdateExpression="ADD hits :one",
        ExpressionAttributeValues={":one": 1},
    )
