import os

import boto3

_dynamodb = boto3.resource("dynamodb")
rates = _dynamodb.Table(os.environ["RATES"])
slips = _dynamodb.Table(os.environ["SLIPS"])


def slip_key(employee, month):
    return f"{employee}/{month}"
