import json
import logging
import os

import boto3
from botocore.exceptions import ClientError

logger = logging.getLogger()
table = boto3.resource("dynamodb").Table(os.environ["VERSIONS_TABLE"])


def archive(body):
    table.put_item(
        Item={"product": body["product"], "version": body["version"], "snapshot": body["snapshot"]},
        ConditionExpression="attribute_not_exists(product)",
    )


def handler(event, context):
    failures = []
    for record in event["Records"]:
        try:
            archive(json.loads(record["body"]))
        except ClientError:
            logger.exception("could not archive %s", record["messageId"])
            failures.append({"itemIdentifier": record["messageId"]})
    return {"batchItemFailures": failures}
