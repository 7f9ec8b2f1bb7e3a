"""Which invocation does this code run for? Hooks ask here and get a *tape*: a recorder
that notes what happens, or a player that answers from a recording.

A process serves one invocation at a time, as on the platform; threads of an invocation
are told apart by the order in which they were started, tasks of a pool by the order in
which they were submitted: which thread of a pool takes a task is chance.
"""

import functools
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

_here = threading.local()
_tape = None
_debugger = None


def current():
    """The tape, or None where nothing is taped."""
    if _tape is None or getattr(_here, "apart", 0) or (_debugger and _in_debugger()):
        return None
    return _tape


def leave_alone(debugger, application):
    """What a debugger does within the threads of the application is no part of it; both
    are told by their folders."""
    global _debugger
    _debugger = (debugger, application)


def _in_debugger():
    debugger, application = _debugger
    frame = sys._getframe(2)
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(debugger):
            return True
        if file.startswith(application):
            return False
        frame = frame.f_back
    return False


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
    real_start, real_submit = threading.Thread.start, ThreadPoolExecutor.submit

    def start(self):
        # What is started where nothing is taped is not taped either. The threads of a
        # pool have no name of their own: their tasks have.
        apart_too = 1 if current() is None else 0
        name = _child() if not apart_too and not getattr(_here, "submitting", False) else ""
        real_run = self.run

        def run():
            _here.apart, _here.name, _here.children = apart_too, name, 0
            return real_run()

        # On the object: classes of threads have a `run` of their own.
        self.run = run
        return real_start(self)

    def submit(self, function, /, *arguments, **named):
        if current() is None:
            return real_submit(self, function, *arguments, **named)
        task = functools.partial(_run_task, _child(), function)
        _here.submitting = True
        try:
            return real_submit(self, task, *arguments, **named)
        finally:
            _here.submitting = False

    threading.Thread.start = start
    ThreadPoolExecutor.submit = submit


def _run_task(name, function, *arguments, **named):
    _here.name, _here.children = name, 0
    return function(*arguments, **named)
