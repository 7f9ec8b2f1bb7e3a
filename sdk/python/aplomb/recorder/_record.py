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
# How long a process that ends waits for what was recorded, at least: the machine may be busy.
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
    return process.wrap(handler, name, _place(handler)) if process else handler


def register():
    """Wraps the handlers that the environment names as soon as their modules are there."""
    process = start()
    if process is None:
        return
    for name, module, function in process.settings.handlers:
        def found(loaded, name=name, function=function):
            handler = getattr(loaded, function, None)
            if callable(handler) and not hasattr(handler, "_aplomb"):
                place = {"file": getattr(loaded, "__file__", None), "module": loaded.__name__, "export": function}
                setattr(loaded, function, process.wrap(handler, name, place))

        imports.when_imported(module, found)


class _Process:
    def __init__(self, settings, sink):
        self.settings, self.sink, self._invocations = settings, sink, 0
        flush = functools.partial(sink.flush, settings.flush_seconds)
        self.later = Later(settings.frozen_after_answer, flush, max(EXIT_SECONDS, settings.flush_seconds), settings.queue_limit)
        self._redaction = Redaction(settings.rules)
        self.loading = self._recorder(self._redaction, None)
        self._shared, self._shared_version = None, None
        _tape.put_on(self.loading)

    def _recorder(self, redaction, observe):
        return Recorder(redaction, self.settings.value_limit, self.settings.recording_limit, observe)

    def wrap(self, handler, name, place):
        """The handler with its recorder; `place` is where a replay finds it."""

        @functools.wraps(handler)
        def wrapped(event, context):
            # One handler that calls another is one invocation.
            if isinstance(_tape.current(), Recorder) and _tape.current() is not self.loading:
                return handler(event, context)
            try:
                invocation = self._begin(name, place, event, context)
            except Exception:
                return handler(event, context)
            self.later.began()
            try:
                return invocation.run(handler, event, context)
            finally:
                self.later.ended()

        wrapped._aplomb = True
        return wrapped

    def _begin(self, name, place, event, context):
        with _tape.apart():
            identity = getattr(context, "aws_request_id", None) or str(uuid.uuid4())
        function = name or self.settings.function or getattr(context, "function_name", None) or place["export"]
        redaction = Redaction(self.settings.rules, self._redaction)
        earlier, self._invocations = self._invocations, self._invocations + 1
        invocation = _Invocation(self, identity, function, place, redaction, earlier)
        invocation.begin(self._recorder(redaction, invocation.observed), event, context)
        return invocation

    def shared(self):
        """What all recordings have, as it is now: the load phase and the environment."""
        version = len(self.loading.entries), environment.version()
        if version != self._shared_version:
            self._shared_version = version
            self._shared = _Shared(self.loading, self.loading.snapshot(environment.read()))
        return self._shared


class _Shared:
    """The part of a recording that changes rarely, written once."""

    def __init__(self, loading, variables):
        self._loading, self._variables, self._lines = loading, variables, None
        with _tape.apart():
            self.time_zone = _time_zone()

    def lines(self):
        """The load phase as lines."""
        if self._lines is None:
            self._lines = _recording.loading_lines(self._loading.written())
        return self._lines

    def environment(self):
        """The variables that were read."""
        return self._loading.encoded(self._variables)


class _Invocation:
    def __init__(self, process, identity, function, place, redaction, earlier):
        self._process, self._settings, self._sink = process, process.settings, process.sink
        self._identity, self._function, self._place = identity, function, place
        self._redaction, self._earlier, self._events, self._began = redaction, earlier, [], _now()

    def begin(self, tape, event, context):
        self._tape = tape
        self._input = tape.snapshot(event)
        known = {name: getattr(context, name, None) for name in _CONTEXT}
        self._context = tape.snapshot({name: value for name, value in known.items() if value is not None})

    def run(self, handler, event, context):
        _tape.begin_invocation()
        _tape.put_on(self._tape)
        try:
            result = handler(event, context)
        except BaseException as error:
            self._finish("error", error)
            raise
        finally:
            _tape.put_on(None)
        self._finish("result", result)
        return result

    def observed(self, *finished):
        """Takes note of a raw event: what the application asked of a service and what it got."""
        if finished[0] in ("aws", "http"):
            self._events.append((_now(), finished))

    def _finish(self, how, value):
        _tape.put_on(None)
        try:
            outcome = self._tape.snapshot(value)
            self._tape.close()
            shared, ended = self._process.shared(), _now()
            self._process.later.put(self._send(shared, how, outcome, ended), self._tape.size + outcome.size)
        except Exception:
            # A recorder that fails is silent: the application goes first.
            pass

    def _send(self, shared, how, outcome, ended):
        """Writes events and recording, in small steps."""
        # The input first: what is secret in it is secret in all that follows.
        self._tape.encoded(self._input)
        encoded, entries, lines = {how: self._tape.encoded(outcome)}, [], []
        yield
        for entry in self._tape.written():
            entries.append(entry)
            yield
        for line in self._event_lines(encoded, ended):
            lines.append(line)
            yield
        self._sink.events(self._redaction.scrub("".join(lines)))
        yield
        head = {
            "id": self._identity,
            "function": self._function,
            "runtime": f"python {platform.python_version()}",
            "root": self._settings.root,
            "handler": self._place,
            "began": round(self._began * 1000),
            "ended": round(ended * 1000),
            "earlierInvocations": self._earlier,
            "incomplete": self._tape.incomplete or self._process.loading.incomplete,
            "environment": shared.environment(),
            "timeZone": shared.time_zone,
            "event": self._tape.encoded(self._input),
            "context": self._tape.encoded(self._context),
        }
        yield
        text = _recording.write(head, shared.lines(), entries, encoded, self._redaction.scrub)
        yield
        self._sink.recording(self._identity, text)
        if self._settings.frozen_after_answer:
            self._sink.flush(self._settings.flush_seconds)

    def _event_lines(self, outcome, ended):
        said = [(self._began, "handler.input", {"input": self._tape.encoded(self._input)})]
        said += [(time, *self._said(*finished)) for time, finished in self._events]
        said.append((ended, "handler.result", outcome))
        for order, (time, name, params) in enumerate(said, 1):
            event = {
                "id": f"{self._identity}/{order}",
                "name": name,
                "params": plain(params),
                "time": round(time * 1000),
                "invocation": self._identity,
                "order": order,
                "function": self._function,
            }
            yield json.dumps(event) + "\n"

    def _said(self, kind, name, asked, given, failed):
        """Name and parameters of a raw event."""
        request, answer = self._tape.encoded(asked), self._tape.encoded(given)
        params = {"request": request, "error" if failed else "response": answer}
        if kind == "http":
            operation, url = self._redaction.text(name).split(" ", 1)
            return "http.request", {"service": "http", "operation": operation, "url": url, **params}
        service, operation = name.split(".", 1)
        if isinstance(request, dict) and isinstance(request.get("TableName"), str):
            params["table"] = request["TableName"]
        return name, {"service": service, "operation": operation, **params}


def _place(handler):
    """Where a replay finds a handler that was not found by its name."""
    code = getattr(handler, "__code__", None)
    file = os.path.abspath(code.co_filename) if code else None
    return {"file": file, "module": getattr(handler, "__module__", None), "export": getattr(handler, "__name__", "handler")}


def _time_zone():
    """The zone of this machine, as the variable TZ says it."""
    if os.environ.get("TZ"):
        return os.environ["TZ"]
    target = os.path.realpath("/etc/localtime")
    return target.split("/zoneinfo/", 1)[1] if "/zoneinfo/" in target else None
