"""Python imports a module of this name before anything else. With this folder on
PYTHONPATH the recorder is loaded, and then the `sitecustomize` that would have been."""

import importlib.util
import os
import sys

_here = os.path.dirname(os.path.abspath(__file__))


def _load_recorder():
    package = os.path.dirname(os.path.dirname(os.path.dirname(_here)))
    added = package not in sys.path
    if added:
        sys.path.append(package)
    try:
        from aplomb.recorder._record import register

        register()
    except Exception as error:
        sys.stderr.write(f"aplomb recorder: off, because it could not be loaded: {error}\n")


def _load_next():
    others = [folder for folder in sys.path if os.path.abspath(folder or ".") != _here]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", others)
    if spec is not None and spec.loader is not None:
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)


_load_recorder()
_load_next()
