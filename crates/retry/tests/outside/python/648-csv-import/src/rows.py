import os

import boto3
from src.source import rows_of

customers = boto3.resource("dynamodb").Table(os.environ["CUSTOMERS"])


def handler(event, context):
    for record in event["Records"]:
        with customers.batch_writer(overwrite_by_pkeys=["id"]) as batch:
            for row in rows_of(record):
                batch.put_item(Item={"id": row["id"], "name": row["name"], "city": row["city"]})
