import json
import os

import boto3

jobs = boto3.resource("dynamodb").Table(os.environ["JOBS"])


def handler(event, context):
    for number, record in enumerate(event["Records"]):
        job = json.loads(record["body"])
        jobs.put_item(
            Item={"id": f"{context.aws_request_id}#{number}", "kind": job["kind"], "args": job["args"]}
        )
