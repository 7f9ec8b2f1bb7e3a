import json
import os

import boto3

ssm = boto3.client("ssm")


def set_flag(event, context):
    name = event["pathParameters"]["name"]
    enabled = bool(json.loads(event["body"])["enabled"])
    ssm.put_parameter(
        Name=f"{os.environ['PREFIX']}/{name}",
        Value="on" if enabled else "off",
        Type="String",
        Overwrite=True,
    )
    return {"statusCode": 200, "body": json.dumps({"name": name, "enabled": enabled})}
