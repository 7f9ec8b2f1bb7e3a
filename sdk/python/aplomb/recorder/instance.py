"""A process of one function: python -m aplomb.recorder.instance DESCRIPTION FUNCTION, started
by the gateway of `aplomb dev` (sdk/node/recorder/serve.js), which sends it one
{event, id} after the other, as lines of JSON, and gets {result} or {error}."""

import json
import os
import socket
import sys
import time
import traceback

from aplomb.recorder import _tape, wrap
from aplomb.recorder._loading import load


class Context:
    """What a handler gets as its context."""

    function_version, memory_limit_in_mb = "$LATEST", "1024"

    def __init__(self, name, identity, seconds):
        self.function_name, self.aws_request_id = name, identity
        self._deadline = time.time() + seconds

    def get_remaining_time_in_millis(self):
        """Until the gateway gives up."""
        return max(0, int((self._deadline - time.time()) * 1000))


def _handler(description, name):
    function = description["functions"][name]
    module = os.path.splitext(function["file"])[0].replace("/", ".")
    loaded = load(description["root"], module, os.path.join(description["root"], function["file"]))
    found = getattr(loaded, function["export"], None)
    if not callable(found):
        raise AttributeError(f"{function['file']} has no function {function['export']}")
    return found if hasattr(found, "_aplomb") else wrap(found, name)


def main():
    """Answers until the gateway has had enough."""
    path, name = sys.argv[1:]
    with _tape.apart():
        channel = socket.socket(fileno=int(os.environ["NODE_CHANNEL_FD"]))
        lines, answers = channel.makefile("r", encoding="utf-8"), channel.makefile("w", encoding="utf-8")
        with open(path, encoding="utf-8") as file:
            description = json.load(file)
    failed = handler = None
    try:
        handler = _handler(description, name)
    except BaseException:
        failed = traceback.format_exc()
    for line in lines:
        message = json.loads(line)
        try:
            if failed:
                raise ImportError(failed)
            context = Context(name, message["id"], description["timeout"])
            answer = json.dumps({"result": handler(message["event"], context)})
        except BaseException:
            answer = json.dumps({"error": failed or traceback.format_exc()})
        answers.write(answer + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
