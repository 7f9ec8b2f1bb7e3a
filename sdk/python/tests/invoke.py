"""Loads a handler as a platform does, calls it once and prints the outcome."""

import importlib
import json
import sys


class Context:
    function_name = "orders"

    def __init__(self, name):
        self.aws_request_id = f"{name}-1"


root, module, function, event = sys.argv[1:]
sys.path.insert(0, root)
handler = getattr(importlib.import_module(module), function)
try:
    outcome = {"result": handler(json.loads(event), Context(function))}
except BaseException as error:
    outcome = {"error": {"name": type(error).__name__, "message": str(error)}}
print(json.dumps(outcome, default=str, skipkeys=True))
