import functools
import json

import boto3
from pydantic import BaseModel, ValidationError

profiles = boto3.resource("dynamodb").Table("profiles")


class Profile(BaseModel):
    name: str
    city: str | None = None
    newsletter: bool = False


def endpoint(function):
    @functools.wraps(function)
    def wrapper(event, context):
        try:
            status, body = function(event)
        except ValidationError as error:
            status, body = 422, {"errors": error.error_count()}
        return {"statusCode": status, "body": json.dumps(body)}

    return wrapper


@endpoint
def put_profile(event):
    profile = Profile.model_validate_json(event["body"])
    user = event["pathParameters"]["user"]
    profiles.put_item(Item={"user": user, **profile.model_dump(exclude_none=True)})
    return 200, {"user": user}


@endpoint
def get_profile(event):
    item = profiles.get_item(Key={"user": event["pathParameters"]["user"]}).get("Item")
    return (200, item) if item else (404, {})
