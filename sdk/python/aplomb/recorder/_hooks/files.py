"""Files outside of the application's own folder: what was read, and what was asked about
them. Writing is left alone: only what comes in decides what an invocation does."""

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

    def is_outside(file):
        if not isinstance(file, (str, os.PathLike)):
            return False
        path = os.path.abspath(os.fspath(file))
        return not any(path == folder or path.startswith(folder + os.sep) for folder in code)

    for name in ("stat", "lstat", "listdir", "access", "readlink"):
        _question(name, is_outside)

    def open(file, mode="r", *arguments, **named):
        tape = _tape.current()
        if tape is None or set(mode) & set("wax+") or not isinstance(file, (str, os.PathLike)):
            return real(file, mode, *arguments, **named)
        with _tape.apart():
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


def install_shutil(module):
    """`module` is shutil. What removes a tree asks about what was really written."""
    real = module.rmtree

    def rmtree(*arguments, **named):
        with _tape.apart():
            return real(*arguments, **named)

    rmtree.avoids_symlink_attacks = real.avoids_symlink_attacks
    module.rmtree = rmtree


def install_ssl(module):
    """`module` is ssl. Certificates and keys are read beside `open`; a replay needs none."""
    for name in ("load_verify_locations", "load_cert_chain", "load_default_certs"):
        _trust(module.SSLContext, name)


def _trust(kind, name):
    real = getattr(kind, name)

    def load(self, *arguments, **named):
        tape = _tape.current()
        if tape is None:
            return real(self, *arguments, **named)
        asked = [os.fspath(argument) for argument in (*arguments, *named.values()) if isinstance(argument, (str, os.PathLike))]
        return tape.instant("file", name, asked, lambda: real(self, *arguments, **named))

    setattr(kind, name, load)


def _question(name, is_outside):
    real = getattr(os, name)

    def ask(path=".", *arguments, **named):
        tape = _tape.current()
        if tape is None or not is_outside(path):
            return real(path, *arguments, **named)
        answer = tape.instant("file", name, [os.fspath(path)], lambda: _plain(real(path, *arguments, **named)))
        return _stat(answer) if name in ("stat", "lstat") else answer

    setattr(os, name, ask)


def _plain(answer):
    if not isinstance(answer, os.stat_result):
        return answer
    more = {name: getattr(answer, name) for name in dir(answer) if name.startswith("st_")}
    return [list(answer), more]


def _stat(answer):
    """Numbers get their names back."""
    return os.stat_result(*answer)
