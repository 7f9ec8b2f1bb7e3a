import json
import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["PASSAGES"])


def handler(event, context):
    for record in event["Records"]:
        passage = json.loads(record["body"])
        # several cameras report one passage: same plate, gate and second
        fingerprint = abs(hash((passage["plate"], passage["gate"], passage["second"])))
        table.put_item(
            Item={
                "id": f"{passage['plate']}-{fingerprint}",
                "plate": passage["plate"],
                "gate": passage["gate"],
                "second": passage["second"],
            }
        )
