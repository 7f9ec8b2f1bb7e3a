import os

import boto3
from boto3.dynamodb.conditions import Attr

from common import table

ses = boto3.client("ses")


def handler(event, context):
    date = event["time"][:10]
    result = table.scan(FilterExpression=Attr("status").eq("active"))
    for subscriber in result["Items"]:
        ses.send_email(
            Source=os.environ["SENDER"],
            Destination={"ToAddresses": [subscriber["email"]]},
            Message={
                "Subject": {"Data": f"Our weekly news, {date}"},
                "Body": {"Text": {"Data": "Read this week's issue on our site."}},
            },
        )
    print(f"sent {len(result['Items'])} mails")
