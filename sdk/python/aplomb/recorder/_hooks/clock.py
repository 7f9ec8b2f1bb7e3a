"""Time: the functions of `time`, and `datetime.now` and its relatives."""

import datetime
import time

from aplomb.recorder import _tape

_READINGS = [
    "time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time", "process_time_ns",
    "thread_time", "thread_time_ns", "clock_gettime", "clock_gettime_ns",
]
_real_datetime, _real_date = datetime.datetime, datetime.date
_real_time = time.time


def install():
    """Replaces the clocks."""
    for name in _READINGS:
        _reading(name)
    _sleep()
    for name in ("localtime", "gmtime", "ctime", "asctime", "strftime"):
        _default_now(name)
    datetime.datetime, datetime.date = DateTime, Date


def _reading(name):
    real = getattr(time, name)

    def read(*clock):
        tape = _tape.current()
        return real(*clock) if tape is None else tape.instant("clock", name, None, lambda: real(*clock))

    read.__name__ = name
    setattr(time, name, read)


def _sleep():
    real = time.sleep

    def sleep(seconds):
        tape = _tape.current()
        return real(seconds) if tape is None else tape.call("timer", "sleep", seconds, lambda: real(seconds))

    time.sleep = sleep


def install_select(module):
    """`module` is select. Without anything to wait for it is another way to sleep."""
    real = module.select

    def select(readers, writers, others, *timeout):
        tape = _tape.current()
        if tape is None:
            return real(readers, writers, others, *timeout)
        if readers or writers or others:
            tape.unsupported("Connections are awaited by select, which the recorder does not support.")
            return real(readers, writers, others, *timeout)
        tape.call("timer", "select", list(timeout), lambda: real([], [], [], *timeout), lambda _: None)
        return [], [], []

    module.select = select


def _default_now(name):
    """Functions that take the current time where they are given none."""
    real = getattr(time, name)
    takes_format = name == "strftime"
    takes_seconds = name in ("localtime", "gmtime", "ctime")

    def with_time(*arguments):
        if _tape.current() is None or len(arguments) > takes_format:
            return real(*arguments)
        now = time.time()
        return real(*arguments, now if takes_seconds else time.localtime(now))

    with_time.__name__ = name
    setattr(time, name, with_time)


class _Kind(type):
    """Values that C code makes are instances of the real classes; they count as ours."""

    def __instancecheck__(cls, instance):
        return isinstance(instance, cls._real)

    def __subclasscheck__(cls, kind):
        return cls in getattr(kind, "__mro__", ()) or issubclass(kind, cls._real)


class Date(_real_date, metaclass=_Kind):
    """`datetime.date` with a taped `today`."""

    _real = _real_date

    def __new__(cls, *arguments, **named):
        return _real_date.__new__(_real_date if cls is Date else cls, *arguments, **named)

    @classmethod
    def today(cls):
        return cls.fromtimestamp(time.time())


class DateTime(_real_datetime, metaclass=_Kind):
    """`datetime.datetime` with a taped `now`, `utcnow` and `today`."""

    _real = _real_datetime

    def __new__(cls, *arguments, **named):
        return _real_datetime.__new__(_real_datetime if cls is DateTime else cls, *arguments, **named)

    @classmethod
    def now(cls, tz=None):
        return _owner(cls).fromtimestamp(_moment(), tz)

    @classmethod
    def utcnow(cls):
        return _owner(cls).fromtimestamp(_moment(), datetime.timezone.utc).replace(tzinfo=None)

    @classmethod
    def today(cls):
        return _owner(cls).fromtimestamp(_moment())


def _owner(cls):
    return _real_datetime if cls is DateTime else super(DateTime, cls)


def _moment():
    tape = _tape.current()
    return _real_time() if tape is None else tape.instant("clock", "datetime.now", None, _real_time)


# Other constructors give real values too: what an application sees is one class.
for _name in ("fromtimestamp", "utcfromtimestamp", "fromordinal", "combine", "fromisoformat", "strptime", "fromisocalendar"):
    if hasattr(_real_datetime, _name):
        def _forward(cls, *arguments, _method=_name, **named):
            owner = _real_datetime if cls is DateTime else super(DateTime, cls)
            return getattr(owner, _method)(*arguments, **named)

        setattr(DateTime, _name, classmethod(_forward))
for _name in ("min", "max", "resolution"):
    setattr(DateTime, _name, getattr(_real_datetime, _name))
    setattr(Date, _name, getattr(_real_date, _name))
