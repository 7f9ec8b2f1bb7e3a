"""Files outside of the application's own folder, as they were read. Writing is left
alone: only what comes in decides what an invocation does."""

import builtins
import io
import os
import sys

from aplomb.recorder import _tape


def install(root):
    """`root` is the application's folder; Python's own folders are part of the code."""
    code = [os.path.realpath(folder) for folder in {root, sys.prefix, sys.base_prefix, os.path.dirname(os.__file__)}]
    # Packages of layers lie on the path as well.
    code += [os.path.realpath(folder) for folder in sys.path if folder]
    real = builtins.open

    def open(file, mode="r", *arguments, **named):
        tape = _tape.current()
        if tape is None or set(mode) & set("wax+") or not isinstance(file, (str, os.PathLike)):
            return real(file, mode, *arguments, **named)
        path = os.path.realpath(os.fspath(file))
        if any(path == folder or path.startswith(folder + os.sep) for folder in code):
            return real(file, mode, *arguments, **named)

        def read():
            with real(file, mode, *arguments, **named) as opened:
                return opened.read()

        content = tape.instant("file", "open", [os.fspath(file), mode], read)
        return io.BytesIO(content) if isinstance(content, bytes) else io.StringIO(content)

    # pathlib knows it under the other name.
    builtins.open = io.open = open
