"""A tape that records. Entries are kept in memory, in the order in which the application
could observe them, and written when the invocation is over:

    ["value", kind, name, request, value, thread]    a call that takes no time
    ["throw", kind, name, request, error, thread]    ... or raised
    ["call", n, kind, name, request, thread]         a call of the outside world began
    ["done", n, value], ["fail", n, error]           ... and its result was handed over
"""

import threading

from aplomb.recorder import _tape, _values
from aplomb.recorder._snapshot import Snapshot


_NOTHING = Snapshot(None, None, None)


class Recorder:
    """`observe(kind, name, request, result, failed)` is told of every finished call of the
    outside world, in snapshots: the raw events."""

    def __init__(self, redaction, value_limit, recording_limit, observe=None):
        self.entries, self.incomplete = [], None
        self._redaction, self._observe = redaction, observe
        self._value_limit, self._recording_limit = value_limit, recording_limit
        self._lock, self._size, self._calls, self._closed = threading.Lock(), 0, 0, False

    @property
    def size(self):
        """Roughly the bytes of all snapshots."""
        return self._size

    def snapshot(self, value):
        """A value as it is now."""
        try:
            return Snapshot(value, self._redaction, self._value_limit)
        except Exception:
            # What cannot even be looked at (a property that raises) has no snapshot.
            self.unsupported("A value that raises when it is read is not supported by the recorder.")
            return Snapshot(None, None, None)

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
            self._note(["throw", kind, name, self.snapshot(request), self.snapshot(error), _tape.thread()])
            raise
        self._note(["value", kind, name, self.snapshot(request), self.snapshot(value), _tape.thread()])
        return value

    def call(self, kind, name, request, perform, recorded=lambda value: value):
        """A call of the outside world. `recorded(value)` is what a recording keeps of the
        result, where that is not the value itself."""
        asked = self.snapshot(request)
        with self._lock:
            self._calls += 1
            number = self._calls
        self._note(["call", number, kind, name, asked, _tape.thread()])
        try:
            with _tape.apart():
                value = perform()
                kept = recorded(value)
        except Exception as error:
            self._finished("fail", number, kind, name, asked, self.snapshot(error))
            raise
        self._finished("done", number, kind, name, asked, self.snapshot(kept))
        return value

    def ordered(self, name, perform):
        """Something of which only its place in the order of all calls is recorded: before
        anybody can see it."""
        self._agree(name, _NOTHING)
        return perform()

    def agreed(self, name, perform, _repeat):
        """Something that depends on other threads: what came of it, and when."""
        with _tape.apart():
            value = perform()
        self._agree(name, self.snapshot(value))
        return value

    def _agree(self, name, value):
        with self._lock:
            self._calls += 1
            number = self._calls
        self._note(["call", number, "order", name, _NOTHING, _tape.thread()])
        self._note(["done", number, value])

    def _finished(self, how, number, kind, name, asked, given):
        self._note([how, number, given])
        if self._observe and not self._closed:
            self._observe(kind, name, asked, given, how == "fail")

    def _note(self, entry):
        with self._lock:
            if self._closed:
                return
            if self._size > self._recording_limit:
                self.incomplete = self.incomplete or "The recording is larger than APLOMB_RECORDING_LIMIT."
                return
            self._size += sum(part.size for part in entry if isinstance(part, Snapshot))
            self.entries.append(entry)

    # From here on: for whoever writes, when the application does not wait any more.

    def encoded(self, snapshot):
        """A snapshot as recordings have it."""
        return snapshot.encoded(self._redaction, self._value_limit)

    def written(self):
        """The entries as recordings have them."""
        names = {}
        return (self._written(entry, names) for entry in self.entries)

    def _written(self, entry, names):
        if entry[0] == "call":
            names[entry[1]] = f"{entry[2]} {entry[3]}"
            return [*entry[:3], self._redaction.text(entry[3]), self.encoded(entry[4]), entry[5]]
        name = names[entry[1]] if entry[0] in ("done", "fail") else f"{entry[1]} {entry[2]}"
        written = [self.encoded(part) if isinstance(part, Snapshot) else part for part in entry]
        result = written[2] if entry[0] in ("done", "fail") else written[4]
        if self.incomplete is None and _values.is_cut(result):
            self.incomplete = f"The result of {name} cannot be recorded in full."
        return written
