"""The environment: a recording keeps the variables that were read, and a replay starts
the process with exactly those."""

import os

# What a replay has to know to compare requests in the form in which they were recorded.
_names = {"APLOMB_REDACT", "APLOMB_VALUE_LIMIT", "PYTHONHASHSEED"}
# Grows whenever `read` would answer something else.
_version = 0


def _changed():
    global _version
    _version += 1


def _note(name):
    if name not in _names:
        _names.add(name)
        _changed()


def install():
    """Notes which variables are read."""
    kind = type(os.environ)

    class Environment(kind):
        """The environment, with a memory of who asked."""

        def __getitem__(self, name):
            _note(name)
            return super().__getitem__(name)

        def __contains__(self, name):
            _note(name)
            return super().__contains__(name)

        def __setitem__(self, name, value):
            _changed()
            super().__setitem__(name, value)

        def __delitem__(self, name):
            _changed()
            super().__delitem__(name)

    os.environ.__class__ = Environment


def version():
    """A number that changes with what `read` answers: reading the environment takes its time."""
    return _version


def read():
    """The variables that the process has read so far and their values."""
    # Some modules of Python ask with bytes.
    names = sorted(name for name in _names if isinstance(name, str))
    return {name: os.environ[name] for name in names if name in os.environ}
