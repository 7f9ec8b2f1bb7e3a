import json

from dataapi import execute, string

INSERT = (
    "INSERT INTO meters (serial, model) VALUES (:serial, :model) "
    "ON CONFLICT (serial) DO NOTHING"
)


def register(event, context):
    serial = event["pathParameters"]["serial"]
    model = json.loads(event["body"])["model"]
    execute(INSERT, [string("serial", serial), string("model", model)])
    return {"statusCode": 200, "body": json.dumps({"serial": serial})}
