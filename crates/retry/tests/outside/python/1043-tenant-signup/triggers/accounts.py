import os

import boto3

dynamodb = boto3.resource("dynamodb")
table = dynamodb.Table(os.environ["ACCOUNTS"])
Exists = dynamodb.meta.client.exceptions.ConditionalCheckFailedException


def create_if_missing(account: dict) -> None:
    try:
        table.put_item(Item=account, ConditionExpression="attribute_not_exists(#k)", ExpressionAttributeNames={"#k": "sub"})
    except Exists:
        pass


def get(sub: str):
    return table.get_item(Key={"sub": sub}).get("Item")
