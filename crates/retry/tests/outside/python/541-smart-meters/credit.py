import json

from dataapi import execute, number, string

TOP_UP = "UPDATE credits SET cents = cents + :cents WHERE serial = :serial"


def add(event, context):
    for record in event["Records"]:
        top_up = json.loads(record["Sns"]["Message"])
        execute(TOP_UP, [number("cents", top_up["cents"]), string("serial", top_up["serial"])])
