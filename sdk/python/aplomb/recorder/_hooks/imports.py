"""Tells when a module has been imported, to patch it or to wrap a handler in it."""

import importlib.abc
import importlib.machinery
import sys

_waiting = {}


def when_imported(name, action):
    """Calls `action(module)` as soon as the module of this name is there."""
    module = sys.modules.get(name)
    if module is not None and not getattr(module.__spec__, "_initializing", False):
        action(module)
    else:
        _waiting.setdefault(name, []).append(action)


def install():
    """Watches imports from now on."""
    sys.meta_path.insert(0, _Finder())


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name not in _waiting:
            return None
        for finder in sys.meta_path:
            if finder is self or not hasattr(finder, "find_spec"):
                continue
            spec = finder.find_spec(name, path, target)
            if spec is not None:
                if spec.loader is not None and hasattr(spec.loader, "exec_module"):
                    _observe(spec.loader, name)
                return spec
        return None


def _observe(loader, name):
    execute = loader.exec_module

    def exec_module(module):
        execute(module)
        for action in _waiting.pop(name, []):
            action(module)

    try:
        loader.exec_module = exec_module
    except AttributeError:
        # Built-in loaders cannot be changed; built-in modules are never waited for.
        pass
