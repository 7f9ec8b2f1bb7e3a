"""Whatever happens to the collector, the disk or the recorder's own thread: the application
does what it does without a recorder, and waits no longer than the deadline allows. No test
reads a clock for that: the collector would keep a recorder without a deadline for ever."""

import http.server
import json
import os
import pathlib
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

import pytest
from conftest import APPLICATIONS, PACKAGE, PATIENT, invoke, serve

from aplomb.recorder import _recording

HASTY = {"APLOMB_FLUSH_MS": "200"}
MODES = {"on the platform": {"AWS_LAMBDA_RUNTIME_API": "127.0.0.1:1"}, "with a thread": {}}


def answering(status):
    class Answers(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers.get("content-length", 0)))
            self.send_response(status)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    return serve(Answers)[1]


def connections(treat):
    """A server that does this to every connection; its address."""
    server = socket.create_server(("127.0.0.1", 0))
    kept = []

    def run():
        while True:
            connection, _ = server.accept()
            kept.append(connection)
            treat(connection)

    threading.Thread(target=run, daemon=True).start()
    return f"http://127.0.0.1:{server.getsockname()[1]}"


def reset(connection):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def nonsense(connection):
    connection.sendall(b"nonsense")
    connection.close()


def promising(connection):
    """Promises an answer again and again."""

    def run():
        try:
            while True:
                connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
                time.sleep(0.05)
        except OSError:
            pass

    threading.Thread(target=run, daemon=True).start()


COLLECTORS = {
    "down": lambda: "http://127.0.0.1:1",
    "not an address": lambda: "nowhere",
    "refusing": lambda: answering(401),
    "failing": lambda: answering(500),
    "busy": lambda: answering(429),
    "nonsense": lambda: connections(nonsense),
    "resetting": lambda: connections(reset),
    "silent": lambda: connections(lambda connection: None),
    "promising": lambda: connections(promising),
    "half": lambda: connections(lambda it: it.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf")),
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("collector", COLLECTORS)
def test_a_collector_that_fails_changes_nothing(web, mode, collector):
    variables = {"WEB": web, "APLOMB_ENDPOINT": COLLECTORS[collector](), **HASTY}
    outcome = invoke("asks", {}, {"PATH": os.environ["PATH"], **variables, **MODES[mode]}, module="many")
    assert outcome["result"] == "/a"


def serving(script, **variables):
    """Runs a program with the recorder loaded; code and output."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT + script],
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(PACKAGE / "aplomb" / "recorder" / "load"),
            "APLOMB_ROOT": str(APPLICATIONS),
            "APLOMB_HANDLERS": "many.handler",
            **PATIENT,
            **variables,
        },
        cwd=APPLICATIONS,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout


SCRIPT = """
import os, signal, sys, threading, time
sys.path.insert(0, os.getcwd())
import many

class Context:
    pass

def invoke(count, first=0):
    for number in range(first, first + count):
        context = Context()
        context.aws_request_id = f"many-{number}"
        many.handler({"n": number}, context)

"""


def whole(directory):
    """How many recordings there are; all of them must be whole."""
    files = list(pathlib.Path(directory).glob("*.recording"))
    for file in files:
        _recording.read(file.read_text())
    return len(files)


@pytest.mark.parametrize("mode", MODES)
def test_a_folder_that_cannot_be_written(tmp_path, mode):
    (tmp_path / "file").write_text("")
    code, text = serving("invoke(3); print('fine')", APLOMB_DIRECTORY=str(tmp_path / "file" / "below"), **MODES[mode])
    assert (code, text) == (0, "fine\n")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_full_disk_leaves_no_recording_that_is_half_there(tmp_path, mode):
    (tmp_path / "many-0.recording.part").symlink_to("/dev/full")
    (tmp_path / "events.ndjson").symlink_to("/dev/full")
    code, text = serving("invoke(1); print('fine')", APLOMB_DIRECTORY=str(tmp_path), **MODES[mode])
    assert (code, text) == (0, "fine\n")
    assert whole(tmp_path) == 0


def test_a_process_that_exits_leaves_everything_behind_that_it_recorded(tmp_path):
    code, _ = serving("invoke(40); sys.exit(3)", APLOMB_DIRECTORY=str(tmp_path))
    assert code == 3
    assert whole(tmp_path) == 40


def test_a_load_without_a_pause_does_not_keep_the_thread_from_its_work():
    # An invocation runs all the time: there are a thousand steps to rest before.
    script = """
from aplomb.recorder._later import Later
later, done = Later(False, lambda: None, 0, 2**20), []
later.began()
for _ in range(100): later.put((done.append(1) for _ in range(10)), 1)
rests, real = [], later._idle.wait
later._idle.wait = lambda seconds: (rests.append(seconds), real(seconds))
while len(done) < 950: time.sleep(0.01)
print(len(rests) < 100)"""
    assert serving(script) == (0, "True\n")


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_ends_the_process_as_without_a_recorder(tmp_path, name):
    script = f"invoke(10); os.kill(os.getpid(), signal.{name}); time.sleep(300)"
    code, _ = serving(script, APLOMB_DIRECTORY=str(tmp_path))
    assert code == -getattr(signal, name)
    assert whole(tmp_path) == 10


def test_an_application_that_listens_to_a_signal_itself_decides_what_happens(tmp_path):
    script = """
signal.signal(signal.SIGTERM, lambda *_: (invoke(1, 100), sys.exit(4)))
invoke(2); os.kill(os.getpid(), signal.SIGTERM); time.sleep(300)"""
    code, _ = serving(script, APLOMB_DIRECTORY=str(tmp_path))
    assert code == 4
    assert whole(tmp_path) == 3


def test_a_signal_while_the_collector_promises_for_ever():
    script = "invoke(3); os.kill(os.getpid(), signal.SIGTERM); time.sleep(300)"
    code, _ = serving(script, APLOMB_ENDPOINT=COLLECTORS["promising"](), **HASTY)
    assert code == -signal.SIGTERM


def test_a_thread_that_dies_is_started_again(tmp_path):
    script = """
from aplomb.recorder import _later
invoke(1)
real = _later._quietly
def dies(*_):
    _later._quietly = real
    raise SystemExit
while not os.path.exists(os.path.join(os.environ["APLOMB_DIRECTORY"], "many-0.recording")): time.sleep(0.01)
_later._quietly = dies
invoke(1, 10)
while any(thread.name == "aplomb-recorder-writer" for thread in threading.enumerate()): time.sleep(0.01)
invoke(3, 20)
print("answered")"""
    code, text = serving(script, APLOMB_DIRECTORY=str(tmp_path))
    assert (code, text) == (0, "answered\n")
    names = {file.stem for file in tmp_path.glob("*.recording")}
    assert names >= {"many-20", "many-21", "many-22"}, names


def test_a_thread_that_cannot_be_started(tmp_path):
    script = """
real = threading.Thread.start
def refuse(self):
    if self.name.startswith("aplomb"): raise RuntimeError("can't start new thread")
    real(self)
threading.Thread.start = refuse
invoke(3); print("answered")"""
    code, text = serving(script, APLOMB_DIRECTORY=str(tmp_path))
    assert (code, text) == (0, "answered\n")


def test_memory_is_bounded(tmp_path):
    script = """
import resource
invoke(400)
used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print("bounded" if used < 150_000 else used, flush=True)
os._exit(0)"""
    silent = COLLECTORS["silent"]()
    _, text = serving(script, APLOMB_ENDPOINT=silent, APLOMB_QUEUE_LIMIT=str(2**20), BULK=str(2**18))
    assert text == "bounded\n"


def test_a_child_that_was_forked_records_too(tmp_path):
    script = """
invoke(1)
child = os.fork()
invoke(2, 10 if child else 20)
if child: os.waitpid(child, 0)
"""
    code, _ = serving(script, APLOMB_DIRECTORY=str(tmp_path))
    assert code == 0
    assert {file.stem for file in tmp_path.glob("*.recording")} == {f"many-{n}" for n in (0, 10, 11, 20, 21)}


def test_values_that_raise_when_they_are_read_raise_into_nobody(tmp_path):
    script = """
class Trap(dict):
    def items(self): raise RuntimeError("do not touch")
    __iter__ = keys = items
context = Context()
context.aws_request_id = "many-0"
print(many.handler(Trap(n=1), context)["n"])"""
    code, text = serving(script, APLOMB_DIRECTORY=str(tmp_path))
    assert (code, text) == (0, "1\n")
    head = json.loads((tmp_path / "many-0.recording").read_text().splitlines()[0])
    assert "raises when it is read" in head["incomplete"]
