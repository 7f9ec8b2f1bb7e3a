import json
import logging
import os
from dataclasses import asdict, dataclass

import boto3
from botocore.exceptions import ClientError

logger = logging.getLogger()
logger.setLevel(logging.INFO)

profiles = boto3.resource("dynamodb").Table(os.environ["TABLE"])


@dataclass(frozen=True)
class Profile:
    user: str
    name: str
    email: str
    version: int


def store(profile: Profile) -> None:
    try:
        profiles.put_item(
            Item=asdict(profile),
            ConditionExpression="attribute_not_exists(#user) OR #version < :version",
            ExpressionAttributeNames={"#user": "user", "#version": "version"},
            ExpressionAttributeValues={":version": profile.version},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
        logger.info("version %s of %s is outdated", profile.version, profile.user)


def on_profile_changed(event, context):
    for record in event["Records"]:
        message = json.loads(record["Sns"]["Message"])
        store(
            Profile(
                user=message["user"],
                name=message["name"],
                email=message["email"],
                version=message["version"],
            )
        )


def get_profile(event, context):
    item = profiles.get_item(Key={"user": event["pathParameters"]["user"]}).get("Item")
    if item is None:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps({"name": item["name"], "email": item["email"]})}
