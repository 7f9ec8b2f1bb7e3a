import json

from .store import ClaimStore


def handler(event, context):
    for record in event["Records"]:
        task = json.loads(record["body"])
        ClaimStore.assign(task["claimId"], task["assessor"])
