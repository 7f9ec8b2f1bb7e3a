import json
import os
from string import Template

import boto3
from botocore.exceptions import ClientError

bucket = boto3.resource("s3").Bucket(os.environ["BUCKET"])
PAGE = Template("<h1>Invoice $number</h1><p>$customer owes $total</p>")


def path_of(number):
    return f"html/{number}.html"


def render(event, context):
    for record in event["Records"]:
        invoice = json.loads(record["Sns"]["Message"])
        html = PAGE.substitute(
            number=invoice["number"],
            customer=invoice["customer"],
            total=invoice["total"],
        )
        bucket.Object(path_of(invoice["number"])).put(
            Body=html.encode("utf-8"), ContentType="text/html"
        )


def download(event, context):
    number = event["pathParameters"]["number"]
    try:
        body = bucket.Object(path_of(number)).get()["Body"].read()
    except ClientError as error:
        if error.response["Error"]["Code"] == "NoSuchKey":
            return {"statusCode": 404, "body": "not found"}
        raise
    return {
        "statusCode": 200,
        "headers": {"Content-Type": "text/html"},
        "body": body.decode("utf-8"),
    }
