"""Runs all programs of a module with the recorder loaded, or replays recordings, in one
process: `record FOLDER MODULE`, or `play RECORDING...`, which prints the reports."""

import importlib
import json
import sys


class Context:
    function_name = "program"

    def __init__(self, name):
        self.aws_request_id = name


what, *rest = sys.argv[1:]
if what == "record":
    folder, name = rest
    sys.path.insert(0, folder)
    programs = importlib.import_module(name)
    for number in range(programs.COUNT):
        function = f"program{number}"
        getattr(programs, function)({}, Context(function))
else:
    from aplomb.recorder.play import replay

    reports = [replay(recording) for recording in rest]
    from aplomb.recorder import _tape

    _tape.put_on(None)
    print(json.dumps(reports))
