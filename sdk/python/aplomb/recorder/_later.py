"""Work that nobody waits for: a thread of its own does it, after the answer has left. On
the platform, which freezes the process with the answer, it is done before.

Only one thread of a process runs Python at a time, so the work comes in small steps, with
room for the application between them, and rests while an invocation runs."""

import atexit
import collections
import os
import signal
import threading
import time

from aplomb.recorder import _tape

# The real one: hooks replace it.
_sleep = time.sleep
# Under a load without a pause, work waits so long for one, and not at all if it piles up.
LONGEST_REST_SECONDS = 0.1
MOST_WAITING = 4
_SIGNALS = [signal.SIGTERM, signal.SIGHUP]


class Later:
    """`at_once`: nobody may rely on a later. `last()` is called when the process ends,
    which waits for all of it `patience` seconds. `limit`: the bytes that may wait."""

    def __init__(self, at_once, last, patience, limit):
        self._at_once, self._last, self._patience, self._limit = at_once, last, patience, limit
        self._jobs, self._bytes, self._changed = collections.deque(), 0, threading.Condition()
        self._thread, self._ends, self._active, self._idle = None, False, 0, threading.Event()
        self._idle.set()
        self.dropped = 0

    def began(self):
        """An invocation runs."""
        self._active += 1
        self._idle.clear()

    def ended(self):
        """An invocation is over."""
        self._active -= 1
        if self._active == 0:
            self._idle.set()

    def put(self, steps, size):
        """Takes the steps of an iterable, soon. What they raise is dropped: the application
        goes first."""
        if self._at_once:
            with _tape.apart():
                _quietly(steps, lambda: None)
            return
        with self._changed:
            if self._bytes + size > self._limit:
                self.dropped += 1
                return
            self._jobs.append((steps, size))
            self._bytes += size
            self._changed.notify()
        if self._thread is None or not self._thread.is_alive():
            self._start()

    def _start(self):
        first, self._thread = self._thread is None, threading.Thread(target=self._run, name="aplomb-recorder-writer", daemon=True)
        with _tape.apart():
            self._thread.start()
        if first:
            atexit.register(self.finish)
            os.register_at_fork(after_in_child=self._forget)
            _finish_on_signals(self.finish)

    def _run(self):
        with _tape.apart():
            while True:
                with self._changed:
                    while not self._jobs:
                        self._changed.wait()
                    steps, size = self._jobs[0]
                _quietly(steps, self._make_room)
                with self._changed:
                    self._jobs.popleft()
                    self._bytes -= size
                    self._changed.notify_all()

    def _make_room(self):
        if self._ends:
            return
        # Whoever waits to run Python may do so now.
        _sleep(0)
        if self._active and len(self._jobs) <= MOST_WAITING:
            self._idle.wait(LONGEST_REST_SECONDS)

    def _forget(self):
        """This is a child of the process: the thread and the work stay with the parent."""
        self._jobs.clear()
        self._changed, self._idle = threading.Condition(), threading.Event()
        self._thread, self._bytes, self._active = None, 0, 0

    def finish(self):
        """Waits until everything is done, or the patience is over."""
        self._ends = True
        if self._thread is None or not self._thread.is_alive():
            return
        with self._changed:
            self._changed.wait_for(lambda: not self._jobs, self._patience)
        self._last()


def _quietly(steps, between):
    try:
        for _ in steps:
            between()
    except Exception:
        pass


def _finish_on_signals(finish):
    """A signal ends a process without its last words, unless somebody listens. We do where
    nobody else does, and then end the process as it would have ended without us."""

    def interrupted(number, _frame):
        finish()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    for number in _SIGNALS:
        try:
            if signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, interrupted)
        except ValueError:
            # Only the main thread may listen.
            return
