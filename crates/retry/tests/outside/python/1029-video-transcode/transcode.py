import hashlib
import json
import os
from urllib.parse import unquote_plus

import boto3

mediaconvert = boto3.client("mediaconvert")
jobs = boto3.resource("dynamodb").Table(os.environ["JOBS"])


def token_of(bucket: str, key: str) -> str:
    return hashlib.md5(f"{bucket}/{key}".encode()).hexdigest()


def submit(event, context):
    for record in event["Records"]:
        bucket = record["s3"]["bucket"]["name"]
        video = unquote_plus(record["s3"]["object"]["key"])
        mediaconvert.create_job(
            Role=os.environ["MEDIACONVERT_ROLE"],
            ClientRequestToken=token_of(bucket, video),
            JobTemplate="web-720p",
            UserMetadata={"video": video},
            Settings={"Inputs": [{"FileInput": f"s3://{bucket}/{video}"}]},
        )
        jobs.put_item(Item={"video": video, "state": "SUBMITTED"})


def completed(event, context):
    jobs.update_item(
        Key={"video": event["detail"]["userMetadata"]["video"]},
        UpdateExpression="SET #s = :done",
        ExpressionAttributeNames={"#s": "state"},
        ExpressionAttributeValues={":done": "COMPLETE"},
    )


def progress(event, context):
    job = jobs.get_item(Key={"video": event["pathParameters"]["video"]}).get("Item")
    return {
        "statusCode": 200,
        "body": json.dumps({"state": job["state"] if job else "UNKNOWN"}),
    }
