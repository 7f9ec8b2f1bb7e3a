import json
import os

import boto3

ssm = boto3.client("ssm")


def get_flags(event, context):
    prefix = os.environ["PREFIX"]
    flags = {}
    paginator = ssm.get_paginator("get_parameters_by_path")
    for page in paginator.paginate(Path=prefix):
        for parameter in page["Parameters"]:
            flags[parameter["Name"].rsplit("/", 1)[-1]] = parameter["Value"] == "on"
    return {"statusCode": 200, "body": json.dumps(flags)}
