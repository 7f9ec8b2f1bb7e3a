"""Which invocation does this code run for? Hooks ask here and get a *tape*: a recorder
that notes what happens, or a player that answers from a recording.

A process serves one invocation at a time, as on the platform; threads of an invocation
are told apart by the order in which they were started.
"""

import threading

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


def install():
    """Lets threads know who started them."""
    real_start, real_run = threading.Thread.start, threading.Thread.run

    def start(self):
        if current() is not None:
            _here.children = getattr(_here, "children", 0) + 1
            name = thread()
            self._aplomb_name = f"{name}.{_here.children}" if name else str(_here.children)
        return real_start(self)

    def bootstrapped(method):
        def run(self):
            _here.name = getattr(self, "_aplomb_name", "")
            _here.children = 0
            return method(self)

        return run

    threading.Thread.start = start
    threading.Thread.run = bootstrapped(real_run)
