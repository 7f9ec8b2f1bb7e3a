"""Applications by somebody who has only read the book: each invocation replays to the same
outcome, or the recording says why it cannot be replayed."""

import json

import pytest
from conftest import APPLICATIONS, invoke, replay

SAME = "same"
CASES = {
    "side_by_side": {
        "gathered": SAME, "tasks": SAME, "in_threads_of_asyncio": SAME, "pool": SAME, "mapped": SAME, "consumers": SAME, "timer": SAME,
        "waits": SAME, "program": "A program is started", "process": "A process is started", "process_pool": "A process is started",
    },
    "races": {
        "consumers": SAME, "locks": SAME, "patience": SAME, "finished": SAME, "loops": SAME, "across": SAME, "timers": SAME, "clocks": SAME,
        "waits_for_connections": "by select", "asynchronous_client": "A connection is opened",
    },
    "values": {
        "zones": SAME, "classes": SAME, "chance": SAME, "seeded": SAME, "machine": SAME, "numbers": SAME, "results": SAME,
        "text_order": SAME,
    },
    "files": {
        "scratch": SAME, "reads": SAME, "fails": SAME, "managers": SAME, "environment": SAME, "remembers": SAME, "copies": SAME,
        "looks": SAME,
    },
    "web": {
        "sessions": SAME, "streamed": SAME, "pooled": SAME, "raises": SAME, "uploads": SAME, "older": SAME,
        "bare": "A connection is opened", "names": SAME,
    },
    "sdk": {
        "pages": SAME, "batches": SAME, "queries": SAME, "waits": SAME, "fails": SAME, "unreachable": SAME, "presigned": SAME,
        "objects": SAME, "sessions": SAME, "deserialised": SAME,
    },
    "handlers": {
        "handler": SAME, "callable_object": SAME, "bound": SAME, "partial": SAME, "changes_its_input": SAME, "exits": SAME,
        "chained": SAME, "own_error": SAME, "handled": SAME, "nothing": SAME,
    },
}
ALL = [(module, function, expected) for module, functions in CASES.items() for function, expected in functions.items()]


@pytest.mark.parametrize("module,function,expected", ALL, ids=[f"{module}-{function}" for module, function, _ in ALL])
def test_an_application_of_a_reader(tmp_path, environment, module, function, expected):
    root = APPLICATIONS / "outside"
    variables = {**environment, "APLOMB_DIRECTORY": str(tmp_path), "PYTHONHASHSEED": "7"}
    invoke(function, {}, variables, module=module, root=root)
    # In another zone than it was recorded in.
    report = replay(tmp_path / f"{function}-1.recording", TZ="Pacific/Auckland")
    if expected == SAME:
        assert report["verdict"] == SAME, json.dumps(report, indent=1)
    else:
        assert report["verdict"] == "refused", json.dumps(report, indent=1)
        assert expected in report["reason"]
