"""Facts of the machine and of the process that an invocation may ask for."""

import os

from aplomb.recorder import _tape

_OS = ["getpid", "getppid", "getloadavg", "cpu_count"]


def install():
    """Replaces what `os` tells about the machine."""
    for name in _OS:
        _fact(os, name, f"os.{name}")
    real = os.uname

    def uname():
        tape = _tape.current()
        return real() if tape is None else os.uname_result(tape.instant("machine", "os.uname", None, lambda: tuple(real())))

    os.uname = uname
    real_times = os.times

    def times():
        tape = _tape.current()
        return real_times() if tape is None else os.times_result(tape.instant("machine", "os.times", None, lambda: tuple(real_times())))

    os.times = times


def install_socket(module):
    """`module` is socket."""
    _fact(module, "gethostname", "socket.gethostname")
    for name in ("getaddrinfo", "gethostbyname"):
        _name(module, name)


def _fact(owner, name, told):
    real = getattr(owner, name)

    def fact():
        tape = _tape.current()
        return real() if tape is None else tape.instant("machine", told, None, real)

    setattr(owner, name, fact)


def _name(module, name):
    """Names of the network."""
    real = getattr(module, name)

    def look_up(*arguments, **named):
        tape = _tape.current()
        if tape is None:
            return real(*arguments, **named)
        asked = [str(argument) for argument in (*arguments, *named.values())]
        return tape.call("name", f"socket.{name}", asked, lambda: real(*arguments, **named), _plain)

    setattr(module, name, look_up)


def _plain(found):
    """Kinds of sockets are numbers with names."""
    if isinstance(found, str):
        return found
    return [(int(family), int(kind), protocol, name, address) for family, kind, protocol, name, address in found]
