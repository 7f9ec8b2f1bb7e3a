"""Calls a handler once, as a platform does."""

import importlib
import json
import sys


class Context:
    def __init__(self, invocation, function):
        self.aws_request_id, self.function_name = invocation, function


module, function, invocation, event = sys.argv[1:]
handler = getattr(importlib.import_module(module), function)
handler(json.loads(event), Context(invocation, function))
