import json
import os
from datetime import datetime, timezone

import boto3
from botocore.exceptions import ClientError

from .web import json_endpoint

jobs = boto3.resource("dynamodb").Table(os.environ["JOBS"])


@json_endpoint
def publish(event):
    job = event["pathParameters"]["job"]
    body = json.loads(event["body"])
    try:
        jobs.put_item(
            Item={"job": job, "title": body["title"], "company": body["company"]},
            ConditionExpression="attribute_not_exists(job)",
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
    return 200, {"job": job}


@json_endpoint
def take_down(event):
    job = event["pathParameters"]["job"]
    jobs.update_item(
        Key={"job": job},
        UpdateExpression="SET taken_down = if_not_exists(taken_down, :now)",
        ExpressionAttributeValues={":now": datetime.now(timezone.utc).isoformat()},
    )
    return 200, {"job": job, "takenDown": True}
