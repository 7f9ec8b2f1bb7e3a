"""The recorder of this process: one, made when it is first asked for. Each invocation of
a wrapped handler gets a tape, and what was taped leaves when it is over. The handler gets
the same arguments, and its result or exception is passed on."""

import functools
import json
import os
import platform
import time
import uuid

from aplomb.recorder import _hooks, _recording, _sink, _tape
from aplomb.recorder._hooks import environment, imports
from aplomb.recorder._later import Later
from aplomb.recorder._recorder import Recorder
from aplomb.recorder._redaction import Redaction
from aplomb.recorder._settings import Settings, warn
from aplomb.recorder._values import plain

_CONTEXT = [
    "aws_request_id", "function_name", "function_version", "invoked_function_arn", "memory_limit_in_mb",
    "log_group_name", "log_stream_name",
]
_now = time.time
# How long a process that ends waits for what was recorded, on a busy machine.
EXIT_SECONDS = 5
_process = None


def start():
    """The recorder, or None where nothing is to be recorded."""
    global _process
    if _process is None:
        _process = False
        try:
            settings = Settings(os.environ)
            if settings.enabled:
                sink = _sink_of(settings)
                _hooks.install(settings.root)
                _process = _Process(settings, sink)
        except Exception as error:
            warn(f"off, because it could not start: {error}")
    return _process or None


def _sink_of(settings):
    if settings.endpoint:
        return _sink.Collector(settings.endpoint, settings.token, settings.queue_limit)
    return _sink.Folder(settings.directory)


def wrap(handler, name=None):
    """The handler with its recorder; unchanged where nothing is to be recorded."""
    process = start()
    return process.wrap(handler, name) if process else handler


def register():
    """Wraps the handlers that the environment names as soon as their modules are there."""
    process = start()
    if process is None:
        return
    for name, module, function in process.settings.handlers:
        def found(loaded, name=name, function=function):
            handler = getattr(loaded, function, None)
            if callable(handler) and not hasattr(handler, "_aplomb"):
                setattr(loaded, function, process.wrap(handler, name))

        imports.when_imported(module, found)


class _Process:
    def __init__(self, settings, sink):
        self.settings, self.sink, self._invocations = settings, sink, 0
        self.later = Later(settings.frozen_after_answer, lambda: sink.flush(settings.flush_seconds), EXIT_SECONDS)
        self.loading = self._recorder(Redaction(settings.rules), None)
        _tape.put_on(self.loading)

    def _recorder(self, redaction, observe):
        return Recorder(redaction, self.settings.value_limit, self.settings.recording_limit, observe)

    def wrap(self, handler, name):
        @functools.wraps(handler)
        def wrapped(event, context):
            # One handler that calls another is one invocation.
            if isinstance(_tape.current(), Recorder) and _tape.current() is not self.loading:
                return handler(event, context)
            try:
                invocation = self._begin(handler, name, event, context)
            except Exception:
                return handler(event, context)
            return invocation.run(handler, event, context)

        wrapped._aplomb = True
        return wrapped

    def _begin(self, handler, name, event, context):
        with _tape.apart():
            identity = getattr(context, "aws_request_id", None) or str(uuid.uuid4())
        function = name or self.settings.function or getattr(context, "function_name", None) or handler.__name__
        redaction = Redaction(self.settings.rules)
        earlier, self._invocations = self._invocations, self._invocations + 1
        invocation = _Invocation(self, identity, function, handler, redaction, earlier)
        invocation.begin(self._recorder(redaction, invocation.observed), event, context)
        return invocation


class _Invocation:
    def __init__(self, process, identity, function, handler, redaction, earlier):
        self._process, self._settings, self._sink = process, process.settings, process.sink
        self._identity, self._function, self._handler = identity, function, handler
        self._redaction, self._earlier, self._events, self._began = redaction, earlier, [], _now()

    def begin(self, tape, event, context):
        self._tape = tape
        self._input = tape.encode(event)
        known = {name: getattr(context, name, None) for name in _CONTEXT}
        self._context = {name: tape.encode(value) for name, value in known.items() if value is not None}
        self._event("handler.input", {"input": self._input})

    def run(self, handler, event, context):
        _tape.begin_invocation()
        _tape.put_on(self._tape)
        try:
            result = handler(event, context)
        except BaseException as error:
            self._finish({"error": error})
            raise
        finally:
            _tape.put_on(None)
        self._finish({"result": result})
        return result

    def observed(self, kind, name, request, response, error):
        """Raw events: what the application asked of a service and what it got."""
        if kind == "aws":
            service, operation = name.split(".", 1)
            params = {"service": service, "operation": operation, "request": request}
            if isinstance(request, dict) and isinstance(request.get("TableName"), str):
                params["table"] = request["TableName"]
            self._event(name, {**params, **_outcome(response, error)})
        elif kind == "http":
            operation, url = name.split(" ", 1)
            params = {"service": "http", "operation": operation, "url": url, "request": request}
            self._event("http.request", {**params, **_outcome(response, error)})

    def _event(self, name, params):
        order = len(self._events) + 1
        self._events.append(
            {
                "id": f"{self._identity}/{order}",
                "name": name,
                "params": params,
                "time": round(_now() * 1000),
                "invocation": self._identity,
                "order": order,
                "function": self._function,
            }
        )

    def _finish(self, outcome):
        _tape.put_on(None)
        try:
            encoded = {name: self._tape.encode(value) for name, value in outcome.items()}
            self._tape.close()
            self._event("handler.result", encoded)
            ended = round(_now() * 1000)
            self._process.later.put(lambda: self._send(encoded, ended))
        except Exception:
            # A recorder that fails is silent: the application goes first.
            pass

    def _send(self, outcome, ended):
        for event in self._events:
            event["params"] = plain(event["params"])
        lines = "".join(json.dumps(event) + "\n" for event in self._events)
        self._sink.events(self._redaction.scrub(lines))
        code = self._handler.__code__ if hasattr(self._handler, "__code__") else None
        head = {
            "id": self._identity,
            "function": self._function,
            "runtime": f"python {platform.python_version()}",
            "root": self._settings.root,
            "handler": {
                "file": os.path.abspath(code.co_filename) if code else None,
                "module": self._handler.__module__,
                "export": self._handler.__name__,
            },
            "began": round(self._began * 1000),
            "ended": ended,
            "earlierInvocations": self._earlier,
            "incomplete": self._tape.incomplete or self._process.loading.incomplete,
            "environment": self._tape.encode(environment.read()),
            "event": self._input,
            "context": self._context,
        }
        text = _recording.write(
            head, self._process.loading.entries, self._tape.entries, outcome, self._redaction.scrub
        )
        self._sink.recording(self._identity, text)
        if self._settings.frozen_after_answer:
            self._sink.flush(self._settings.flush_seconds)


def _outcome(response, error):
    return {"response": response} if error is None else {"error": error}
