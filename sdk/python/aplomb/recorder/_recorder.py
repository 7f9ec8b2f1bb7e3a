"""A tape that records. Entries are kept in memory, in the order in which the application
could observe them:

    ["value", kind, name, request, value, thread]    a call that takes no time
    ["throw", kind, name, request, error, thread]    ... or raised
    ["call", n, kind, name, request, thread]         a call of the outside world began
    ["done", n, value], ["fail", n, error]           ... and its result was handed over
"""

import threading

from aplomb.recorder import _tape, _values


class Recorder:
    """`observe(kind, name, request, response, error)` is told of every finished call of
    the outside world: the raw events."""

    def __init__(self, redaction, value_limit, recording_limit, observe=None):
        self.entries, self.incomplete = [], None
        self._redaction, self._observe = redaction, observe
        self._value_limit, self._recording_limit = value_limit, recording_limit
        self._lock, self._size, self._calls, self._closed = threading.Lock(), 0, 0, False

    def encode(self, value):
        """A copy of a value as it is recorded."""
        return _values.encode(value, self._redaction, self._value_limit)

    def close(self):
        """Nothing that happens from now on belongs to this invocation."""
        with self._lock:
            self._closed = True

    def unsupported(self, reason):
        """Something happened that a replay cannot repeat; `reason` is a whole sentence."""
        if self.incomplete is None and not self._closed:
            self.incomplete = reason

    def instant(self, kind, name, request, perform):
        """A call that takes no time: the clock, chance, a file."""
        try:
            with _tape.apart():
                value = perform()
        except Exception as error:
            self._note(["throw", kind, name, self.encode(request), self.encode(error), _tape.thread()])
            raise
        self._note(["value", kind, name, self.encode(request), self._result(kind, name, value), _tape.thread()])
        return value

    def call(self, kind, name, request, perform, recorded=lambda value: value):
        """A call of the outside world. `recorded(value)` is what a recording keeps of the
        result, where that is not the value itself."""
        asked = self.encode(request)
        with self._lock:
            self._calls += 1
            number = self._calls
        self._note(["call", number, kind, name, asked, _tape.thread()])
        try:
            with _tape.apart():
                value = perform()
                kept = recorded(value)
        except Exception as error:
            self._finished("fail", number, kind, name, asked, self.encode(error))
            raise
        self._finished("done", number, kind, name, asked, self._result(kind, name, kept))
        return value

    def _finished(self, how, number, kind, name, asked, given):
        self._note([how, number, given])
        if self._observe and not self._closed:
            response, error = (given, None) if how == "done" else (None, given)
            self._observe(kind, name, asked, response, error)

    def _result(self, kind, name, value):
        encoded = self.encode(value)
        if self.incomplete is None and _values.is_cut(encoded):
            self.unsupported(f"The result of {kind} {name} cannot be recorded in full.")
        return encoded

    def _note(self, entry):
        with self._lock:
            if self._closed:
                return
            if self._size > self._recording_limit:
                self.incomplete = self.incomplete or "The recording is larger than APLOMB_RECORDING_LIMIT."
                return
            self._size += _size(entry)
            self.entries.append(entry)


def _size(value):
    """A rough size: what matters is that memory is bounded, not by how many bytes."""
    if isinstance(value, str):
        return len(value) + 2
    if isinstance(value, dict):
        return 2 + sum(len(str(name)) + _size(item) for name, item in value.items())
    if isinstance(value, list):
        return 2 + sum(map(_size, value))
    return 8
