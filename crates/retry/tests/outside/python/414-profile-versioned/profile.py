import json
from dataclasses import dataclass

import boto3
from botocore.exceptions import ClientError

profiles = boto3.resource("dynamodb").Table("profiles")


@dataclass(slots=True)
class Profile:
    user: str
    version: int
    name: str
    city: str

    @classmethod
    def parse(cls, event):
        body = json.loads(event["body"])
        return cls(
            user=event["pathParameters"]["user"],
            version=body["version"],
            name=body["name"],
            city=body.get("city", ""),
        )

    def store(self):
        profiles.put_item(
            Item={"user": self.user, "version": self.version, "name": self.name, "city": self.city},
            ConditionExpression="attribute_not_exists(#u) OR #v < :v",
            ExpressionAttributeNames={"#u": "user", "#v": "version"},
            ExpressionAttributeValues={":v": self.version},
        )


def put_profile(event, context):
    try:
        Profile.parse(event).store()
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
    return {"statusCode": 204}


def get_profile(event, context):
    item = profiles.get_item(Key={"user": event["pathParameters"]["user"]}).get("Item", {})
    return {"statusCode": 200, "body": json.dumps({"name": item.get("name"), "city": item.get("city")})}
