import json
import os

import boto3

from kyc import provider

checks = boto3.resource("dynamodb").Table(os.environ["CHECKS"])


def handler(event, context):
    message = event["Records"][0]
    applicant = json.loads(message["body"])
    check = provider.start(applicant, message["messageId"])
    checks.put_item(Item={"check": check["id"], "applicant": applicant["id"]})
