"""Transformation of the delivery stream: removes what identifies a person."""
import base64
import hashlib
import json

DROP = {"ip", "email"}


def clean(click: dict) -> dict:
    kept = {name: value for name, value in click.items() if name not in DROP}
    if "user" in click:
        kept["user"] = hashlib.sha256(click["user"].encode()).hexdigest()
    return kept


def handler(event, context):
    output = []
    for record in event["records"]:
        click = json.loads(base64.b64decode(record["data"]))
        data = json.dumps(clean(click), sort_keys=True) + "\n"
        output.append(
            {
                "recordId": record["recordId"],
                "result": "Ok",
                "data": base64.b64encode(data.encode()).decode(),
            }
        )
    return {"records": output}
