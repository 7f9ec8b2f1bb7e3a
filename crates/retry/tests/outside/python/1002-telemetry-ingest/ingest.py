import logging
import os

import boto3

from codec import decode

logger = logging.getLogger()
logger.setLevel(logging.INFO)

table = boto3.resource("dynamodb").Table(os.environ["READINGS"])


def handler(event, context):
    with table.batch_writer() as batch:
        for record in event["Records"]:
            reading = decode(record)
            batch.put_item(
                Item={"device": reading.device, "ts": reading.ts, "celsius": reading.celsius}
            )
    logger.info("stored %d readings", len(event["Records"]))
