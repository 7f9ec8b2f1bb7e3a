import logging
import os
from urllib.parse import unquote_plus

import boto3

logging.getLogger().setLevel(logging.INFO)
log = logging.getLogger("ingest")
glue = boto3.client("glue")


def handler(event, context):
    job = os.environ["JOB_NAME"]
    for record in event["Records"]:
        bucket = record["s3"]["bucket"]["name"]
        key = unquote_plus(record["s3"]["object"]["key"])
        if key.startswith("_temporary/"):
            continue
        run = glue.start_job_run(
            JobName=job,
            Arguments={"--source": f"s3://{bucket}/{key}", "--target": "warehouse.events"},
        )
        log.info("run %s of %s for %s", run["JobRunId"], job, key)
