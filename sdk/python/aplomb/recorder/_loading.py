"""Finding the module of a handler, as the platform does."""

import importlib
import importlib.util
import os
import sys


def _search_folders(root, file):
    """Where a handler's imports are looked for: on the platform its code may begin in any
    folder from its own up to the application's."""
    folders, folder = [], os.path.dirname(os.path.abspath(file))
    while folder.startswith(root + os.sep):
        folders.append(folder)
        folder = os.path.dirname(folder)
    return [root, *reversed(folders)]


def load(root, module, file):
    """The module of a handler; the runtime of the platform loads it by file as well."""
    sys.path[:0] = [folder for folder in _search_folders(root, file) if folder not in sys.path]
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not module.startswith(error.name):
            raise
    spec = importlib.util.spec_from_file_location(module, file)
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[module] = loaded
    spec.loader.exec_module(loaded)
    return loaded
