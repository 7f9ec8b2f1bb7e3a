import base64
import json


def decode(event):
    for record in event["Records"]:
        data = record["kinesis"]
        yield data["sequenceNumber"], json.loads(base64.b64decode(data["data"]))
