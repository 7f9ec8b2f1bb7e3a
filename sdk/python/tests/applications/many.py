"""Handlers of which a test invokes many."""

import json
import os
import time
import urllib.request

BULK = "x" * int(os.environ.get("BULK", "100"))


def handler(event, context):
    time.sleep(0.001)
    return {"n": event["n"], "at": time.time(), "bulk": BULK}


def asks(event, context):
    with urllib.request.urlopen(os.environ["WEB"] + "/a") as answer:
        return json.load(answer)["path"]
