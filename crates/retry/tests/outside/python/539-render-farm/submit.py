import json
import logging
import os

import boto3
from botocore.exceptions import ClientError

logger = logging.getLogger(__name__)
batch = boto3.client("batch")


def submit(scene: str, frame: int) -> str:
    response = batch.submit_job(
        jobName=f"{scene}-{frame:05d}",
        jobQueue=os.environ["JOB_QUEUE"],
        jobDefinition=os.environ["JOB_DEFINITION"],
        containerOverrides={
            "environment": [
                {"name": "SCENE", "value": scene},
                {"name": "FRAME", "value": str(frame)},
            ]
        },
    )
    return response["jobId"]


def handler(event, context):
    failures = []
    for record in event["Records"]:
        try:
            request = json.loads(record["body"])
            job_id = submit(request["scene"], int(request["frame"]))
            logger.info("submitted %s", job_id)
        except ClientError:
            logger.exception("could not submit %s", record["messageId"])
            failures.append({"itemIdentifier": record["messageId"]})
    return {"batchItemFailures": failures}
