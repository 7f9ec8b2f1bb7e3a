"""Attempts are killed and stopped at every point (sdk/node/retry/test/crash), with a handler in
Python. A sample; APLOMB_CRASHES=300 makes it hundreds of requests."""

import http.server
import json
import os
import pathlib
import subprocess
import sys
import urllib.error
import urllib.request

import boto3
import pytest
from botocore.config import Config
from conftest import serve
from servers import CREDENTIALS, dynamodb  # noqa: F401

from aplomb.retry import logs, once, retry_safe

RUN = pathlib.Path(__file__).parents[2] / "node" / "retry" / "test" / "crash" / "run.js"
WORKER = pathlib.Path(__file__).with_name("crash_worker.py")


def crashes(*options):
    environment = {**os.environ, "NODE_NO_WARNINGS": "1"}
    command = ["node", RUN, *options, "--", sys.executable, WORKER]
    return json.loads(subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout)


def test_every_request_happens_once():
    result = crashes("--requests", os.environ.get("APLOMB_CRASHES", "10"))
    assert result["violations"] == []
    faults = sum(result[kind] for kind in ("random", "lost", "unheard", "late", "stopped", "deaf"))
    assert faults > result["requests"] / 2, result


@pytest.mark.parametrize("handler, points", [("raw", "1,2,3"), ("price not kept", "2,4")])
def test_controls_that_must_fail(handler, points):
    options = ["--handler", handler, "--requests", "6", "--points", points, "--kinds", "unheard,deaf"]
    assert crashes(*options)["violations"] != []


CANCELLED = {
    "__type": "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
    "Message": "Transaction cancelled, please refer cancellation reasons for specific reasons [None, TransactionConflict]",
    "CancellationReasons": [{"Code": "None"}, {"Code": "TransactionConflict", "Message": "Transaction is ongoing for the item"}],
}


def test_conflicts_are_tried_again(dynamodb):
    """DynamoDB Local never says that a transaction met another one: a proxy says it."""
    faults = [CANCELLED, CANCELLED, "drop"]

    class Proxy(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"]))
            fault = faults.pop(0) if faults and self.headers["x-amz-target"].endswith("TransactWriteItems") else None
            if isinstance(fault, dict):
                return self.answer(400, json.dumps(fault).encode())
            headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "content-length")}
            try:
                with urllib.request.urlopen(urllib.request.Request(dynamodb, body, headers)) as reply:
                    status, content = reply.status, reply.read()
            except urllib.error.HTTPError as error:
                status, content = error.code, error.read()
            if fault == "drop":
                return self.connection.close()
            self.answer(status, content)

        def answer(self, status, content):
            self.send_response(status)
            self.send_header("content-type", "application/x-amz-json-1.0")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            pass

    server, address = serve(Proxy)
    table = boto3.resource("dynamodb", endpoint_url=address, **CREDENTIALS, config=Config(retries={"max_attempts": 3})).Table("items")

    @retry_safe(lambda event: event, name="tests", log=logs.dynamodb())
    def handler(_event):
        add = {"UpdateExpression": "ADD hits :one", "ExpressionAttributeValues": {":one": 1}}
        once("add", table.update_item, Key={"id": "conflict"}, **add)

    handler("c1")
    handler("c1")
    assert faults == []
    assert table.get_item(Key={"id": "conflict"}, ConsistentRead=True)["Item"]["hits"] == 1
    server.shutdown()
