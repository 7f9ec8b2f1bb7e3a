import os
from datetime import date

import boto3
from src.source import rows_of

legacy = boto3.resource("dynamodb").Table(os.environ["LEGACY"])


def row_key(number, day=date.today().isoformat()):
    return f"{day}-{number:06d}"


def handler(event, context):
    with legacy.batch_writer() as batch:
        for number, row in enumerate(rows_of(event["Records"][0]), start=1):
            batch.put_item(Item={"key": row_key(number), "name": row["name"]})
