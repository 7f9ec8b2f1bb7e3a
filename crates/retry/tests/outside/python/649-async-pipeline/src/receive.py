import json
import os

import boto3

client = boto3.client("lambda")


def forward(job, payload, _forwarded=set()):
    """Starts the worker, once for each job."""
    if job in _forwarded:
        return
    client.invoke(
        FunctionName=os.environ["WORKER"],
        InvocationType="Event",
        Payload=json.dumps({"job": job, "payload": payload}),
    )
    _forwarded.add(job)


def handler(event, context):
    forward(event["pathParameters"]["job"], json.loads(event["body"]))
    return {"statusCode": 202}
