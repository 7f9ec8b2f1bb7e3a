"""Work that nobody waits for: a thread of its own does it, after the answer has left. On
the platform, which freezes the process with the answer, it is done before."""

import atexit
import queue
import threading

from aplomb.recorder import _tape


# Beyond this the process is so busy that waiting work would pile up.
LONGEST_QUEUE = 256


class Later:
    """`at_once`: nobody may rely on a later. `last` is done when the process ends, which
    waits for it `patience` seconds."""

    def __init__(self, at_once, last, patience):
        self._at_once, self._last, self._patience = at_once, last, patience
        self._jobs, self._started = queue.SimpleQueue(), False

    def put(self, job):
        """Does `job`, soon. What it raises is dropped: the application goes first."""
        if self._at_once or self._jobs.qsize() > LONGEST_QUEUE:
            _quietly(job)
            return
        if not self._started:
            self._started = True
            with _tape.apart():
                threading.Thread(target=self._run, name="aplomb-recorder-writer", daemon=True).start()
            atexit.register(self._finish)
        self._jobs.put(job)

    def _run(self):
        with _tape.apart():
            while True:
                _quietly(self._jobs.get())

    def _finish(self):
        done = threading.Event()
        self._jobs.put(self._last)
        self._jobs.put(done.set)
        done.wait(self._patience)


def _quietly(job):
    try:
        job()
    except Exception:
        pass
