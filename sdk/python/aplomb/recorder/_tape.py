"""Which invocation does this code run for? Hooks ask here and get a *tape*: a recorder
that notes what happens, or a player that answers from a recording.

A process serves one invocation at a time, as on the platform; threads of an invocation
are told apart by the order in which they were started, tasks of a pool by the order in
which they were submitted: which thread of a pool takes a task is chance.
"""

import functools
import threading
from concurrent.futures import ThreadPoolExecutor

_here = threading.local()
_tape = None


def current():
    """The tape, or None where nothing is taped."""
    return None if getattr(_here, "apart", 0) else _tape


def put_on(tape):
    """What happens from now on goes to `tape` (None: nowhere)."""
    global _tape
    _tape = tape


class apart:
    """Within it nothing is taped: the inside of a recorded call belongs to that call."""

    def __enter__(self):
        _here.apart = getattr(_here, "apart", 0) + 1

    def __exit__(self, *_):
        _here.apart -= 1


def thread():
    """The name of this thread within the invocation: "" for the first, "1" for the first
    that it started, "1.2" for the second that that one started."""
    return getattr(_here, "name", "")


def begin_invocation():
    """This thread is the first of an invocation."""
    _here.name = ""
    _here.children = 0


def _child():
    """The name of the next thread or task that this one starts."""
    _here.children = getattr(_here, "children", 0) + 1
    name = thread()
    return f"{name}.{_here.children}" if name else str(_here.children)


def install():
    """Lets threads and tasks know who started them."""
    real_start, real_run, real_submit = threading.Thread.start, threading.Thread.run, ThreadPoolExecutor.submit

    def start(self):
        # The threads of a pool have no name of their own: their tasks have.
        if current() is not None and not getattr(_here, "submitting", False):
            self._aplomb_name = _child()
        return real_start(self)

    def run(self):
        _here.name = getattr(self, "_aplomb_name", "")
        _here.children = 0
        return real_run(self)

    def submit(self, function, /, *arguments, **named):
        if current() is None:
            return real_submit(self, function, *arguments, **named)
        task = functools.partial(_run_task, _child(), function)
        _here.submitting = True
        try:
            return real_submit(self, task, *arguments, **named)
        finally:
            _here.submitting = False

    threading.Thread.start, threading.Thread.run = start, run
    ThreadPoolExecutor.submit = submit


def _run_task(name, function, *arguments, **named):
    _here.name, _here.children = name, 0
    return function(*arguments, **named)
