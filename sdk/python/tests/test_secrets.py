"""Property: what a rule names is in no event and in no recording, wherever a handler
carries it, in whatever spelling."""

import base64
import json
import os
import random
import re
import subprocess
import sys
import urllib.parse

from conftest import APPLICATIONS, PACKAGE, replay

CASES = int(os.environ.get("APLOMB_RANDOM_SECRETS", "40"))
SEED = int(os.environ.get("APLOMB_RANDOM_SEED", "1"))
PLACES = [
    "header", "query", "path", "form", "json", "nested", "bytes", "files", "plain", "refused", "environment", "variable",
]
ENDS = ["raise", "cause", "text", "list"]
# What needs escapes in JSON, in addresses and in forms.
LETTERS = "abcdefghABCDEFGH01234567 \"\\/&=%+?#;:'<>{}[]äé漢\n\t😀"

RUN = """
import json, os, sys
sys.path.insert(0, os.environ["APLOMB_ROOT"])
import leaks
class Context:
    pass
for number, event in enumerate(json.load(sys.stdin)):
    context = Context()
    context.aws_request_id = f"leak-{number}"
    try:
        leaks.handler(event, context)
    except ValueError:
        pass
"""


def cases():
    chance = random.Random(SEED)
    return [
        {
            "password": f"s{number}-{''.join(chance.choices(LETTERS, k=chance.randint(8, 16)))}-e",
            "places": chance.choices(PLACES, k=chance.randint(1, 4)),
            "end": chance.choice(ENDS),
        }
        for number in range(CASES)
    ]


def spellings(secret):
    escaped = json.dumps(secret)[1:-1]
    yield from (secret, escaped, json.dumps(secret, ensure_ascii=False)[1:-1], json.dumps(escaped)[1:-1], repr(secret)[1:-1])
    yield from (urllib.parse.quote(secret), urllib.parse.quote(secret, safe=""), urllib.parse.quote_plus(secret))
    for offset in range(3):
        data = b"\0" * offset + secret.encode()
        yield base64.b64encode(data).decode()[4 if offset else 0 : len(data) // 3 * 4]


def test_random_secrets_are_in_no_event_and_no_recording(tmp_path, web):
    listed = cases()
    variables = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(PACKAGE / "aplomb" / "recorder" / "load"),
        "WEB": web,
        "APLOMB_ROOT": str(APPLICATIONS),
        "APLOMB_HANDLERS": "leaks.handler",
        "APLOMB_DIRECTORY": str(tmp_path),
        "APLOMB_REDACT": "password,x-api-key",
    }
    done = subprocess.run(
        [sys.executable, "-c", RUN], input=json.dumps(listed), env=variables, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    recordings = sorted(tmp_path.glob("*.recording"))
    assert len(recordings) == CASES
    for file in tmp_path.iterdir():
        text = file.read_text()
        # Bytes that are kept as base64 are looked into.
        found = re.findall(r'"base64":\s*"([^"]*)"', text)
        inside = "".join(base64.b64decode(data).decode("utf-8", "replace") for data in found)
        for case in listed:
            for spelling in spellings(case["password"]):
                assert spelling not in text and spelling not in inside, (file, spelling, case)
    # Hidden values do not keep an invocation from being replayed, where nothing depends on them.
    for recording in recordings[:8]:
        report = replay(recording)
        assert report["verdict"] == "same", json.dumps(report, indent=1)
