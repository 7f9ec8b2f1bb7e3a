import json

import boto3

ssm = boto3.client("ssm")
_settings = None
_hits = 0


def read(event, context):
    global _settings
    if _settings is None:
        answer = ssm.get_parameters_by_path(Path="/shop", Recursive=True)
        _settings = {entry["Name"]: entry["Value"] for entry in answer["Parameters"]}
    return {"statusCode": 200, "body": json.dumps(_settings, sort_keys=True)}


def hits(event, context):
    global _hits
    _hits += 1
    return {"statusCode": 200, "body": str(_hits)}
