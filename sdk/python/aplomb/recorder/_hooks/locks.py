"""Who gets a lock first. Everything by which threads of Python wait for each other (locks,
conditions, events, semaphores, queues, futures) is built from locks, so the order in which
these are taken, and which attempts failed, is all that a replay needs.

Only locks that the application makes are taped, directly or within such an object; those of
libraries (logging, pools of connections) decide nothing that the application sees. As long as
an invocation has one thread there is nothing to note."""

import os
import queue
import sys
import threading
import time

from aplomb.recorder import _tape
from aplomb.recorder._hooks import tasks

_allocate = threading._allocate_lock
_CRLock = threading.RLock
# What stands between the application and the lock that it makes: Python's own, and hooks.
_LIBRARY = os.path.dirname(threading.__file__)
_BETWEEN = (
    threading.__file__, queue.__file__, os.path.join(_LIBRARY, "concurrent"), os.path.join(_LIBRARY, "asyncio"), _tape.__file__, tasks.__file__,
)


class _Taped:
    """A lock of the application."""

    def __init__(self, lock):
        self._lock = lock

    def acquire(self, blocking=True, timeout=-1):
        """As of every lock."""
        tape = _tape.shared()
        if tape is None:
            return self._lock.acquire(blocking, timeout)
        return tape.agreed("lock", lambda: self._lock.acquire(blocking, timeout), lambda got: got and self._lock.acquire())

    def locked(self):
        """As of every lock."""
        tape = _tape.shared()
        return self._lock.locked() if tape is None else tape.instant("order", "locked", None, self._lock.locked)

    def release(self):
        """As of every lock."""
        self._lock.release()

    def _is_owned(self):
        """Conditions ask; a plain lock knows only whether somebody has it."""
        return self._lock._is_owned() if hasattr(self._lock, "_is_owned") else self._lock.locked()

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *_):
        self._lock.release()

    def __getattr__(self, name):
        return getattr(self._lock, name)


class _TapedAgain(_Taped):
    """A lock that its owner may take again. A condition lets go of it as a whole, and takes
    it back."""

    def _acquire_restore(self, state):
        tape = _tape.shared()
        if tape is None:
            return self._lock._acquire_restore(state)
        take = lambda _=None: self._lock._acquire_restore(state)
        return tape.agreed("lock", take, take)


def install(root):
    """`root` is the application's folder."""
    folders = tuple(os.path.join(folder, "") for folder in (os.path.abspath(root), os.path.realpath(root)))

    def is_ours():
        if not _tape.makes():
            return False
        frame = sys._getframe(2)
        while frame is not None and frame.f_code.co_filename.startswith(_BETWEEN):
            frame = frame.f_back
        return frame is not None and frame.f_code.co_filename.startswith(folders)

    def lock():
        made = _allocate()
        return _Taped(made) if is_ours() else made

    def again(*arguments, **named):
        made = _CRLock(*arguments, **named)
        return _TapedAgain(made) if is_ours() else made

    threading.Lock = threading._allocate_lock = lock
    threading.RLock = again
    # How long is left of a wait.
    threading._time = time.monotonic
    real = threading.Thread.is_alive

    def is_alive(self):
        tape = _tape.shared()
        return real(self) if tape is None else tape.instant("order", "is_alive", None, lambda: real(self))

    threading.Thread.is_alive = is_alive


def install_queue(module):
    """`module` is queue."""
    module.time = time.monotonic
