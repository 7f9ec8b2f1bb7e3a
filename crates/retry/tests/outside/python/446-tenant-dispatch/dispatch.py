import json
import os
from collections.abc import Iterable

import boto3

dynamodb = boto3.resource("dynamodb")
tenants = dynamodb.Table("tenants")
usage_table = dynamodb.Table("usage")
lambda_client = boto3.client("lambda")


def active() -> Iterable[dict]:
    return (t for t in tenants.scan()["Items"] if t.get("active", True))


def dispatch(event, context):
    day = event["time"][:10]
    for tenant in active():
        payload = {"tenant": tenant["tenant"], "day": day, "seats": int(tenant.get("seats", 1))}
        lambda_client.invoke(
            FunctionName=os.environ["WORKER"],
            InvocationType="Event",
            Payload=json.dumps(payload).encode(),
        )


def usage(event, context):
    units = event["seats"] * 24
    usage_table.put_item(
        Item={"tenant": event["tenant"], "day": event["day"], "units": units}
    )
    return {"tenant": event["tenant"], "units": units}
