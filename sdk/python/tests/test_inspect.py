"""`--inspect` as an editor sees it: debugpy stops at the first line of the handler."""

import json
import socket
import subprocess
import sys

import pytest
from conftest import APPLICATIONS, PACKAGE, invoke

pytest.importorskip("debugpy")


class Editor:
    """A client of the Debug Adapter Protocol, as far as this test needs it."""

    def __init__(self, port):
        self._stream = socket.create_connection(("127.0.0.1", port), timeout=60).makefile("rwb")
        self._number = 0

    def ask(self, command, **arguments):
        self._number += 1
        message = {"seq": self._number, "type": "request", "command": command, "arguments": arguments}
        body = json.dumps(message).encode()
        self._stream.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._stream.flush()
        return self._number

    def until(self, wanted):
        """Reads messages until one is `wanted`."""
        while True:
            length = 0
            while (line := self._stream.readline().strip()) != b"":
                length = int(line.split(b":")[1])
            message = json.loads(self._stream.read(length))
            if wanted(message):
                return message

    def answer(self, command, **arguments):
        number = self.ask(command, **arguments)
        return self.until(lambda message: message["type"] == "response" and message["request_seq"] == number).get("body")

    def event(self, name):
        return self.until(lambda message: message["type"] == "event" and message["event"] == name).get("body")


def test_the_debugger_stops_at_the_first_line_of_the_handler(tmp_path, environment):
    invoke("everything", {"password": "x"}, {**environment, "APLOMB_DIRECTORY": str(tmp_path)})
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    player = subprocess.Popen(
        [sys.executable, "-m", "aplomb.recorder.play", str(tmp_path / "everything-1.recording")],
        env={"PATH": environment["PATH"], "PYTHONPATH": str(PACKAGE), "APLOMB_PLAY_INSPECT": f"127.0.0.1:{port}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert "waiting for a debugger" in player.stderr.readline()
        editor = Editor(port)
        editor.answer("initialize", adapterID="test", clientID="test")
        editor.ask("attach", justMyCode=False)
        editor.event("initialized")
        editor.ask("configurationDone")
        thread = editor.event("stopped")["threadId"]
        frame = editor.answer("stackTrace", threadId=thread)["stackFrames"][0]
        lines = (APPLICATIONS / "orders.py").read_text().splitlines()
        first = next(number for number, line in enumerate(lines) if line.startswith("def everything(")) + 2
        assert (frame["name"], frame["line"]) == ("everything", first)
        assert frame["source"]["path"].endswith("orders.py")
        editor.ask("continue", threadId=thread)
        editor.ask("disconnect", terminateDebuggee=False)
        output, errors = player.communicate(timeout=60)
        assert json.loads(output)["verdict"] == "same", errors
    finally:
        player.kill()
        player.wait()
