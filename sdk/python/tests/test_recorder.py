"""Small applications are recorded and replayed; the outcome must be the same."""

import base64
import json
import re
import shutil

import pytest
from conftest import APPLICATIONS, invoke, replay

CASES = [
    ("client_style", {"article": "tea"}, lambda result: result["refused"] == "ConditionalCheckFailedException"),
    ("resource_style", {"id": "r1"}, lambda result: result["n"] == 1 and result["tags"] == ["a", "b"]),
    ("everything", {"password": "x"}, lambda result: result["missing"] == 404 and result["is"] is True),
    ("threads", {}, lambda result: result["results"] == [0, 1, 2]),
]


@pytest.mark.parametrize("function,event,expected", CASES, ids=[case[0] for case in CASES])
def test_an_invocation_replays_to_the_same_result(tmp_path, environment, function, event, expected):
    outcome = invoke(function, event, {**environment, "APLOMB_DIRECTORY": str(tmp_path)})
    assert expected(outcome["result"]), outcome
    report = replay(tmp_path / f"{function}-1.recording")
    assert report.get("differences") == [], report
    assert report["verdict"] == "same"


def test_a_handler_that_fails(tmp_path, environment):
    outcome = invoke("fails", {"name": "tea"}, {**environment, "APLOMB_DIRECTORY": str(tmp_path)})
    assert outcome["error"]["name"] == "KeyError"
    assert replay(tmp_path / "fails-1.recording")["verdict"] == "same"


def test_what_is_not_supported_is_named(tmp_path, environment):
    invoke("socket", {}, {**environment, "APLOMB_DIRECTORY": str(tmp_path)})
    report = replay(tmp_path / "socket-1.recording")
    assert report["verdict"] == "refused"
    assert "A connection is opened by a library" in report["reason"]


def test_secrets_are_in_no_event_and_no_recording(tmp_path, environment):
    event = {"password": "correct horse", "nested": [{"Password": "battery staple"}], "copy": "say correct horse"}
    variables = {**environment, "APLOMB_DIRECTORY": str(tmp_path), "APLOMB_REDACT": "password"}
    invoke("everything", event, variables)
    files = list(tmp_path.iterdir())
    assert len(files) == 2
    for file in files:
        text = file.read_text()
        decoded = re.sub(r'"base64":\s*"([^"]*)"', lambda found: str(base64.b64decode(found.group(1))), text)
        for secret in ["correct horse", "correct+horse", "correct%20horse", "battery staple", "very-secret-key"]:
            assert secret not in text and secret not in decoded, (file, secret)


def test_raw_events_tell_calls_and_the_outcome_in_order(tmp_path, environment):
    invoke("client_style", {"article": "tea"}, {**environment, "APLOMB_DIRECTORY": str(tmp_path)})
    events = [json.loads(line) for line in (tmp_path / "events.ndjson").read_text().splitlines()]
    assert [event["name"] for event in events] == [
        "handler.input", "dynamodb.putItem", "dynamodb.getItem", "dynamodb.putItem", "handler.result",
    ]
    assert [event["order"] for event in events] == [1, 2, 3, 4, 5]
    assert events[1]["params"]["table"] == "orders"


def test_edited_code_is_told_with_call_and_line(tmp_path, environment):
    records, copy = tmp_path / "records", tmp_path / "copy"
    invoke("resource_style", {"id": "r2"}, {**environment, "APLOMB_DIRECTORY": str(records)})
    shutil.copytree(APPLICATIONS, copy)
    source = (copy / "orders.py").read_text()
    (copy / "orders.py").write_text(source.replace("ADD n :one", "ADD m :one"))
    report = replay(records / "resource_style-1.recording", APLOMB_PLAY_ROOT=str(copy))
    assert report["verdict"] == "differs"
    [difference] = report["differences"]
    assert difference["expected"]["request"]["UpdateExpression"] == "ADD n :one"
    assert difference["actual"]["request"]["UpdateExpression"] == "ADD m :one"
    assert difference["at"]["file"] == "orders.py"
    lenient = replay(records / "resource_style-1.recording", APLOMB_PLAY_ROOT=str(copy), APLOMB_PLAY_LENIENT="1")
    assert [found["what"] for found in lenient["differences"]] == ["a call with another request"]


def test_a_recording_that_was_cut_or_changed_is_refused(tmp_path, environment):
    invoke("fails", {"name": "tea"}, {**environment, "APLOMB_DIRECTORY": str(tmp_path)})
    from aplomb.recorder import _recording

    text = (tmp_path / "fails-1.recording").read_text()
    _recording.read(text)
    for position in range(0, len(text) - 1, 7):
        with pytest.raises(_recording.Damaged):
            _recording.read(text[:position])
        changed = text[:position] + ("x" if text[position] != "x" else "y") + text[position + 1 :]
        with pytest.raises(_recording.Damaged):
            _recording.read(changed)
