"""Chance: `random`, `os.urandom` (and with it `secrets` and `uuid4`), `uuid1`, names of
temporary files."""

import functools
import os
import random
import uuid

from aplomb.recorder import _tape

_FUNCTIONS = [
    "random", "uniform", "randint", "randrange", "choice", "choices", "sample", "shuffle", "getrandbits", "randbytes",
    "gauss", "normalvariate", "lognormvariate", "expovariate", "vonmisesvariate", "gammavariate", "triangular",
    "betavariate", "paretovariate", "weibullvariate", "binomialvariate",
]
_real_state, _set_state = random.getstate, random.setstate


def install():
    """Replaces the sources of chance."""
    real_urandom = os.urandom

    def urandom(size):
        tape = _tape.current()
        if tape is None:
            return real_urandom(size)
        return tape.instant("chance", "urandom", size, lambda: real_urandom(size))

    os.urandom = random._urandom = urandom
    for name in _FUNCTIONS:
        if hasattr(random, name):
            _wrap(name, getattr(random, name))
    real_uuid1 = uuid.uuid1

    def uuid1(*arguments, **named):
        tape = _tape.current()
        if tape is None:
            return real_uuid1(*arguments, **named)
        drawn = tape.instant("chance", "uuid1", None, lambda: str(real_uuid1(*arguments, **named)))
        return uuid.UUID(drawn)

    uuid.uuid1 = uuid1
    _seeds()


def _seeds():
    """A generator that is given no seed takes one from the machine."""
    real = random.Random.seed

    def seed(self, a=None, version=2):
        drawn = _tape.current() is not None and a is None and not isinstance(self, random.SystemRandom)
        return real(self, int.from_bytes(os.urandom(32), "big") if drawn else a, version)

    random.Random.seed = seed
    random.seed = functools.partial(seed, random._inst)


def install_tempfile(module):
    """`module` is tempfile."""
    kind = module._RandomNameSequence
    real = kind.__next__

    def following(self):
        tape = _tape.current()
        return real(self) if tape is None else tape.instant("chance", "tempfile", None, lambda: real(self))

    kind.__next__ = following


def _wrap(name, real):
    """The generator of the module is one: its state at the first use in an invocation
    says all that follows. Beside other threads, which may draw from it too, every value is
    kept."""

    def drawn(*arguments, **named):
        tape = _tape.current()
        if tape is None:
            return real(*arguments, **named)
        if getattr(tape, "has_threads", False):
            return _kept(tape, name, real, *arguments, **named)
        if not getattr(tape, "has_state", False):
            tape.has_state = True
            _set_state(tape.instant("chance", "random.state", None, _real_state))
        return real(*arguments, **named)

    drawn.__name__ = name
    setattr(random, name, drawn)


def _kept(tape, name, real, *arguments, **named):
    def draw(*given):
        return tape.instant("chance", f"random.{name}", None, lambda: real(*given, **named))

    # Of what is drawn from something, the places are kept: it may be anything.
    if name in ("choice", "choices", "sample"):
        given = named.pop("seq", None) or named.pop("population", None) or arguments[0]
        places = draw(range(len(given)), *arguments[1:])
        return given[places] if name == "choice" else [given[place] for place in places]
    if name == "shuffle":
        (given,) = arguments or (named.pop("x"),)
        order = list(range(len(given)))
        places = tape.instant("chance", "random.shuffle", None, lambda: real(order) or order)
        given[:] = [given[place] for place in places]
        return None
    return draw(*arguments)
