"""Which invocation does this code run for? Hooks ask here and get a *tape*: a recorder
that notes what happens, or a player that answers from a recording.

A process serves one invocation at a time, as on the platform; threads of an invocation
are told apart by the order in which they were started, tasks of a pool by the order in
which they were submitted: which thread of a pool takes a task is chance.
"""

import sys
import threading

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
    _here.children = _here.futures = 0


def _child():
    """The name of the next thread or task that this one starts."""
    _here.children = getattr(_here, "children", 0) + 1
    name = thread()
    return f"{name}.{_here.children}" if name else str(_here.children)


def shared():
    """The tape, where the invocation has more than one thread."""
    tape = current()
    return tape if tape is not None and getattr(tape, "has_threads", False) else None


def makes():
    """Whether what is made here belongs to the application, also within a task that it
    hands to a pool."""
    return getattr(_here, "task", None) is not None or current() is not None


def next_future():
    """The name of a future that the application makes, or None."""
    if not makes():
        return None
    _here.futures = getattr(_here, "futures", 0) + 1
    return f"{thread()}/{_here.futures}"


def install():
    """Lets threads know who started them."""
    real_init, real_start = threading.Thread.__init__, threading.Thread.start

    def init(self, *arguments, **named):
        # By these objects a thread tells that it has started, before it has a name here.
        task, _here.task = getattr(_here, "task", None), None
        try:
            with apart():
                real_init(self, *arguments, **named)
        finally:
            _here.task = task

    def start(self):
        # What is started where nothing is taped is not taped either.
        tape = current()
        apart_too, name = (1, "") if tape is None else (0, _child())
        if tape is not None:
            tape.has_threads = True
        real_run = self.run

        def run():
            _here.apart, _here.name, _here.children = apart_too, name, 0
            return real_run()

        # On the object: classes of threads have a `run` of their own.
        self.run = run
        # It waits until the thread runs, or not, if that was fast enough.
        with apart():
            return real_start(self)

    threading.Thread.__init__, threading.Thread.start = init, start


def install_pool(module):
    """`module` is concurrent.futures.thread. The threads of a pool are not taped, which of
    them takes a task is chance; their tasks are."""
    kind, item = module.ThreadPoolExecutor, module._WorkItem
    real_submit, real_init, real_run = kind.submit, item.__init__, item.run

    def submit(self, function, /, *arguments, **named):
        tape = current()
        if tape is None:
            return real_submit(self, function, *arguments, **named)
        tape.has_threads = True
        _here.task = _child()
        try:
            with apart():
                return real_submit(self, function, *arguments, **named)
        finally:
            _here.task = None

    def init(self, *arguments, **named):
        real_init(self, *arguments, **named)
        self._aplomb = getattr(_here, "task", None)

    def run(self, *arguments):
        if self._aplomb is None:
            return real_run(self, *arguments)
        _here.apart, _here.name, _here.children, _here.futures = 0, self._aplomb, 0, 0
        try:
            return real_run(self, *arguments)
        finally:
            _here.apart, _here.name = 1, ""

    kind.submit, item.__init__, item.run = submit, init, run
