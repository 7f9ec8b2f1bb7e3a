import json
import logging
import os

import boto3
from boto3.dynamodb.conditions import Key
from botocore.exceptions import ClientError

logger = logging.getLogger(__name__)
activity = boto3.resource("dynamodb").Table(os.environ["ACTIVITY_TABLE"])
s3 = boto3.client("s3")
cognito = boto3.client("cognito-idp")


def activity_of(user_id: str):
    arguments = {"KeyConditionExpression": Key("user_id").eq(user_id)}
    while True:
        page = activity.query(**arguments)
        yield from page["Items"]
        if "LastEvaluatedKey" not in page:
            break
        arguments["ExclusiveStartKey"] = page["LastEvaluatedKey"]


def erase_activity(user_id: str) -> None:
    with activity.batch_writer() as batch:
        for item in activity_of(user_id):
            batch.delete_item(Key={"user_id": user_id, "at": item["at"]})


def erase_uploads(user_id: str) -> None:
    paginator = s3.get_paginator("list_objects_v2")
    for page in paginator.paginate(Bucket=os.environ["UPLOADS_BUCKET"], Prefix=f"{user_id}/"):
        for entry in page.get("Contents", []):
            s3.delete_object(Bucket=os.environ["UPLOADS_BUCKET"], Key=entry["Key"])


def erase_login(user_id: str) -> None:
    try:
        cognito.admin_delete_user(UserPoolId=os.environ["USER_POOL_ID"], Username=user_id)
    except ClientError as error:
        if error.response["Error"]["Code"] != "UserNotFoundException":
            raise


def handler(event, context):
    for record in event["Records"]:
        user_id = json.loads(record["body"])["userId"]
        erase_activity(user_id)
        erase_uploads(user_id)
        erase_login(user_id)
        logger.info("erased %s", user_id)
