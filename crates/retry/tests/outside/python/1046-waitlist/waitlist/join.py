import json

from waitlist import store


def handler(event, context):
    launch = event["pathParameters"]["launch"]
    email = event["pathParameters"]["email"].lower()
    entry = store.Entry(launch, email, store.waiting(launch) + 1)
    if not store.add(entry):
        entry = store.find(launch, email)
    return {"statusCode": 200, "body": json.dumps({"place": entry.place})}
