import json
import time
from functools import cached_property

import boto3

dynamodb = boto3.resource("dynamodb")


class Profile:
    __slots__ = ("body", "__dict__")

    def __init__(self, body):
        self.body = body

    @property
    def name(self):
        return f"{self.body['first']} {self.body['last']!s}"

    @cached_property
    def stamp(self):
        return int(time.time() * 1000)


def touch(event, context):
    profile = Profile(json.loads(event["body"]))
    dynamodb.Table("profiles").put_item(Item={"id": profile.body["id"], "name": profile.name})
    return {"statusCode": 200, "body": profile.name}


def stamp(event, context):
    profile = Profile(json.loads(event["body"]))
    dynamodb.Table("stamps").put_item(Item={"id": profile.body["id"], "at": profile.stamp})
    return {"statusCode": 200, "body": str(profile.stamp)}
