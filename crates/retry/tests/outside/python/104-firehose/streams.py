import base64
import json
import logging

import boto3

logger = logging.getLogger()
clicks = boto3.resource("dynamodb").Table("clicks")


def transform(event, context):
    output = []
    for record in event["records"]:
        try:
            payload = json.loads(base64.b64decode(record["data"]))
            payload["source"] = "web"
            data = base64.b64encode((json.dumps(payload) + "\n").encode("utf-8")).decode("utf-8")
            output.append({"recordId": record["recordId"], "result": "Ok", "data": data})
        except ValueError:
            output.append(
                {"recordId": record["recordId"], "result": "ProcessingFailed", "data": record["data"]}
            )
    return {"records": output}


def consume(event, context):
    failures = []
    for record in event["Records"]:
        sequence = record["kinesis"]["sequenceNumber"]
        try:
            click = json.loads(base64.b64decode(record["kinesis"]["data"]))
            clicks.put_item(Item={"sequence": sequence, "page": click["page"], "user": click["user"]})
        except Exception:
            logger.exception("could not store %s", sequence)
            failures.append({"itemIdentifier": sequence})
            break
    return {"batchItemFailures": failures}
