"""Runs handlers for the crash tests of patched functions (sdk/node/retry/test/fixed):
`{ file, root, name, event, environment, attempt }` per line in, an answer per line out."""

import decimal
import importlib.util
import json
import os
import pathlib
import sys
import time
import uuid

import boto3  # noqa: F401 - so that a worker that is ready has it
import stripe

stripe.api_base = os.environ["AWS_ENDPOINT_URL"]
stripe.api_key = "sk_test"

LOADED = {}


class Clock:
    """Two looks never show the same second, not even in two attempts."""

    real = staticmethod(time.time)
    attempt = looks = 0

    def __call__(self):
        self.looks += 1
        return self.real() + 100 * self.attempt + self.looks


CLOCK = time.time = Clock()


class Context:
    def __init__(self):
        self.aws_request_id = str(uuid.uuid4())
        self.function_name = os.environ["AWS_LAMBDA_FUNCTION_NAME"]

    def get_remaining_time_in_millis(self):
        return 10_000


def module(file, root):
    """The module of a file, as the platform would import it."""
    if file not in LOADED:
        # Other applications may have modules of the same name.
        for name in [name for name, known in sys.modules.items() if is_copy(known)]:
            del sys.modules[name]
        sys.path.insert(0, root)
        name = ".".join(pathlib.Path(file).relative_to(root).with_suffix("").parts)
        specification = importlib.util.spec_from_file_location(name.replace("-", "_"), file)
        LOADED[file] = importlib.util.module_from_spec(specification)
        specification.loader.exec_module(LOADED[file])
        sys.path.remove(root)
    return LOADED[file]


def is_copy(known):
    return (getattr(known, "__file__", None) or "").startswith(os.environ["COPIES"])


def plain(value):
    if isinstance(value, decimal.Decimal):
        return float(value)
    return repr(value)


def main():
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        os.environ.update(asked["environment"])
        CLOCK.attempt, CLOCK.looks = asked["attempt"], 0
        try:
            handler = getattr(module(asked["file"], asked["root"]), asked["name"])
            answer = {"result": handler(json.loads(json.dumps(asked["event"]), parse_float=decimal.Decimal), Context())}
        except Exception as error:
            answer = {"error": repr(error)}
        print(json.dumps(answer, default=plain), flush=True)


main()
