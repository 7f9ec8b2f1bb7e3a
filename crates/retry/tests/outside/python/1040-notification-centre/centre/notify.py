import json

from centre import store


def handler(event, context):
    for record in event["Records"]:
        message = json.loads(record["Sns"]["Message"])
        store.add(message["user"], record["Sns"]["MessageId"], message["text"])
