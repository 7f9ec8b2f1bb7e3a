"""What the tests share: servers on this machine, processes with the recorder in them."""

import http.server
import json
import os
import pathlib
import subprocess
import sys
import threading

import pytest

TESTS = pathlib.Path(__file__).parent
PACKAGE = TESTS.parent
APPLICATIONS = TESTS / "applications"
# How long a process waits at its end for what it recorded: a test that is not about that
# waits for as long as it takes, however busy the machine is.
PATIENT = {"APLOMB_FLUSH_MS": "120000"}


class _Web(http.server.BaseHTTPRequestHandler):
    count = 0

    def answer(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
        _Web.count += 1
        content = json.dumps({"path": self.path, "body": body, "count": _Web.count}).encode()
        self.send_response(404 if self.path == "/missing" else 200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


def serve(handler, wrapped=lambda connection: connection):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.socket = wrapped(server.socket)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}"


@pytest.fixture(scope="session")
def web():
    server, address = serve(_Web)
    yield address
    server.shutdown()


@pytest.fixture(scope="session")
def aws():
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://127.0.0.1:{port}"
    server.stop()


@pytest.fixture
def environment(web, aws):
    import boto3

    variables = {
        "PATH": os.environ["PATH"],
        "WEB": web,
        "AWS_ENDPOINT_URL": aws,
        "AWS_ACCESS_KEY_ID": "key",
        "AWS_SECRET_ACCESS_KEY": "very-secret-key",
        "AWS_DEFAULT_REGION": "eu-west-1",
    }
    client = boto3.client(
        "dynamodb",
        endpoint_url=aws,
        region_name="eu-west-1",
        aws_access_key_id="key",
        aws_secret_access_key="very-secret-key",
    )
    if "orders" not in client.list_tables()["TableNames"]:
        client.create_table(
            TableName="orders",
            KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
            BillingMode="PAY_PER_REQUEST",
        )
    return variables


def invoke(function, event, environment, module="orders", root=APPLICATIONS):
    """Invokes a handler in a process of its own, with the recorder loaded; its outcome."""
    done = subprocess.run(
        [sys.executable, str(TESTS / "invoke.py"), str(root), module, function, json.dumps(event)],
        env={
            "PYTHONPATH": str(PACKAGE / "aplomb" / "recorder" / "load"),
            "APLOMB_ROOT": str(root),
            "APLOMB_HANDLERS": f"{module}.{function}",
            **PATIENT,
            **environment,
        },
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def replay(recording, **variables):
    """Replays a recording in a process of its own; the report."""
    done = subprocess.run(
        [sys.executable, "-m", "aplomb.recorder.play", str(recording)],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(PACKAGE), **variables},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.stdout, done.stderr
    return json.loads(done.stdout)
