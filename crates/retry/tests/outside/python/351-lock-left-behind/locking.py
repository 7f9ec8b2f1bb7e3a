from contextlib import contextmanager

import boto3

locks = boto3.resource("dynamodb").Table("locks")


@contextmanager
def exclusive(name):
    locks.put_item(
        Item={"name": name},
        ConditionExpression="attribute_not_exists(#n)",
        ExpressionAttributeNames={"#n": "name"},
    )
    try:
        yield name
    finally:
        locks.delete_item(Key={"name": name})
