import json
import logging
import os

import boto3
from botocore.exceptions import ClientError

log = logging.getLogger()
table = boto3.resource("dynamodb").Table(os.environ["ACTIVATIONS_TABLE"])


def activate(event, context):
    failures = []
    for record in event["Records"]:
        body = json.loads(record["body"])
        try:
            table.put_item(
                Item={"code": body["code"], "customer": body["customer"]},
                ConditionExpression="attribute_not_exists(code)",
            )
        except ClientError as err:
            log.warning("cannot activate %s: %s", body["code"], err)
            failures.append({"itemIdentifier": record["messageId"]})
    return {"batchItemFailures": failures}
