"""Replays one recording: python -m aplomb.recorder.play RECORDING. `aplomb replay` starts it.

    APLOMB_PLAY_ROOT      the application's folder, where it is not where it was
    APLOMB_PLAY_HANDLER   module#function, in place of the recorded handler
    APLOMB_PLAY_LENIENT   "1": the code was edited; collect differences and go on
    APLOMB_PLAY_INSPECT   host:port for a debugger (debugpy): stops at the handler
    APLOMB_PLAY_REPORT    the file that gets the report (JSON); else standard output
"""

import importlib
import inspect
import json
import os
import sys
import time
import traceback

from aplomb.recorder import _hooks, _recording, _tape
from aplomb.recorder._loading import load
from aplomb.recorder._player import Divergence, Player
from aplomb.recorder._redaction import Redaction
from aplomb.recorder._settings import Settings
from aplomb.recorder._values import Missing, decode

UNINTERRUPTED_SECONDS = 1
EXIT = {"same": 0, "differs": 1, "refused": 2}


class Refused(Exception):
    """A recording that cannot be replayed, with the reason."""


class Context:
    """What a handler gets as its context."""

    def __init__(self, members, began, ended):
        self.__dict__.update(members)
        self._deadline = began + max(ended - began, 3000)

    def get_remaining_time_in_millis(self):
        """Through the recorded clock, as the real one."""
        return max(0, int(self._deadline - time.time() * 1000))


def replay(path, root=None, handler=None, lenient=False, stop=None):
    """Replays the recording in a file and says how it went."""
    try:
        with open(path, encoding="utf-8") as file:
            head, loading, entries, outcome = _recording.read(file.read())
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{path}: it cannot be read: {error}") from None
    except _recording.Damaged as error:
        raise Refused(f"{path}: {error}") from None
    if head.get("incomplete") and not lenient:
        raise Refused(f"{path}: this invocation cannot be replayed. {head['incomplete']}")
    root = os.path.abspath(root or head["root"])
    if not os.path.isdir(root):
        raise Refused(f"{root} does not exist: name the application's folder with --root")
    environment = decode(head["environment"])
    os.environ.clear()
    os.environ.update(environment)
    # Hours of the day are those of where it ran.
    if head.get("timeZone"):
        os.environ["TZ"] = head["timeZone"]
        time.tzset()
    os.chdir(root)
    sys.path.insert(0, root)
    settings = Settings(environment)

    def player(entries, **options):
        return Player(entries, Redaction(settings.rules), settings.value_limit, **options)

    _hooks.install(root)
    # A thread that was given its result goes on until it waits, as it most likely did.
    sys.setswitchinterval(UNINTERRUPTED_SECONDS)
    answer = {
        "id": head["id"],
        "function": head["function"],
        "earlierInvocations": head["earlierInvocations"],
        "calls": sum(entry[0] == "call" for entry in entries),
    }
    try:
        # A process that served several functions has loaded in another order.
        _tape.put_on(player(loading, lenient=True, perform_unknown=True))
        function = _load(root, head, handler)
        event, context = decode(head["event"]), Context(decode(head["context"]), head["began"], head["ended"])
        if stop:
            _tape.put_on(None)
            stop(function, root)
        tape = player(entries, lenient=lenient)
        _tape.begin_invocation()
        _tape.put_on(tape)
        try:
            seen = {"result": tape.encode(function(event, context))}
        except Divergence:
            raise
        except BaseException as error:
            seen = {"error": tape.encode(error)}
        finally:
            _tape.put_on(None)
        tape.finish()
    except Divergence as divergence:
        place = _place(divergence, root)
        return {**answer, "verdict": "differs", "differences": [{**divergence.difference, "at": place}]}
    seen = json.loads(json.dumps(seen))
    differences = list(tape.differences)
    if seen != outcome:
        differences.append({"what": "another outcome", "expected": outcome, "actual": seen})
    return {**answer, "verdict": "differs" if differences else "same", "outcome": seen, "differences": differences}


def _load(root, head, handler):
    recorded = head["handler"]
    module, function = handler.split("#") if handler else (recorded["module"], recorded["export"])
    file = recorded["file"] and os.path.join(root, os.path.relpath(recorded["file"], head["root"]))
    try:
        loaded = load(root, module, file) if file and not handler else importlib.import_module(module)
    except (ModuleNotFoundError, FileNotFoundError) as error:
        if isinstance(error, ModuleNotFoundError) and error.name != module.split(".")[0]:
            raise Refused(f"the module {error.name}, which {module} imports, cannot be found") from None
        place = f"cannot be found in {root}: name the application's folder with --root"
        raise Refused(f"the module {module} {place}") from None
    found = getattr(loaded, function, None)
    if not callable(found):
        raise Refused(f"{module} has no function {function}")
    return found


def _place(divergence, root):
    """The line of the application that made the call."""
    own = os.path.dirname(os.path.abspath(__file__))
    for frame in reversed(traceback.extract_tb(divergence.__traceback__)):
        path = os.path.abspath(frame.filename)
        if path.startswith(root + os.sep) and not path.startswith(own) and "site-packages" not in path:
            return {"file": os.path.relpath(path, root), "line": frame.lineno}
    return None


def _stop_at(address):
    def stop(function, root):
        # Modules that come with the interpreter need no breakpoints.
        os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
        import debugpy

        host, port = address.rsplit(":", 1)
        debugpy.listen((host, int(port)))
        sys.stderr.write(f"waiting for a debugger on {address}\n")
        debugpy.wait_for_client()
        _tape.leave_alone(os.path.dirname(debugpy.__file__), root)
        _break_in(function)

    return stop


def _break_in(function):
    """Stops at the first line of the function, when it is called. `debugpy.breakpoint`
    stops where it stands, which would be here."""
    import pydevd

    code = getattr(inspect.unwrap(function), "__code__", None)

    def called(frame, what, _):
        if what == "call" and frame.f_code is code:
            sys.setprofile(None)
            pydevd.settrace(suspend=True, trace_only_current_thread=True, patch_multiprocessing=False, stop_at_frame=frame)

    sys.setprofile(called)


def _hash_as_recorded(path):
    """Sets of texts have an order that is drawn when Python starts, or that a variable says."""
    try:
        with open(path, encoding="utf-8") as file:
            seed = json.loads(file.readline())["environment"].get("PYTHONHASHSEED")
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return
    if seed and os.environ.get("PYTHONHASHSEED") != seed:
        again = [sys.executable, "-m", "aplomb.recorder.play", *sys.argv[1:]]
        os.execve(sys.executable, again, {**os.environ, "PYTHONHASHSEED": seed})


def main():
    """Replays the recording that the command line names."""
    _hash_as_recorded(os.path.abspath(sys.argv[1]))
    variables = {name: os.environ.get(f"APLOMB_PLAY_{name}") for name in ("ROOT", "HANDLER", "LENIENT", "INSPECT", "REPORT")}
    write = open
    try:
        answer = replay(
            os.path.abspath(sys.argv[1]),
            root=variables["ROOT"],
            handler=variables["HANDLER"],
            lenient=variables["LENIENT"] == "1",
            stop=_stop_at(variables["INSPECT"]) if variables["INSPECT"] else None,
        )
    except (Refused, Missing) as error:
        answer = {"verdict": "refused", "reason": str(error)}
    except Exception:
        answer = {"verdict": "refused", "reason": f"the replay failed: {traceback.format_exc()}"}
    _tape.put_on(None)
    text = json.dumps(answer, indent=2) + "\n"
    if variables["REPORT"]:
        with write(variables["REPORT"], "w", encoding="utf-8") as file:
            file.write(text)
    else:
        sys.stdout.write(text)
    sys.stdout.flush()
    os._exit(EXIT[answer["verdict"]])


if __name__ == "__main__":
    main()
