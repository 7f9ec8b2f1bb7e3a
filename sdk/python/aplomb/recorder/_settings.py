"""What the environment asks of the recorder. A setting that cannot be read is reported
once on standard error and replaced by its default: a recorder never keeps an application
from starting."""

import os
import re
import sys

from aplomb.recorder._redaction import Rules

# Never of use to a replay, and always secret.
ALWAYS_HIDDEN = ["AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "APLOMB_TOKEN"]


def warn(text):
    """Says something to whoever reads the log, once."""
    sys.stderr.write(f"aplomb recorder: {text}\n")


class Settings:
    """The settings of a process, from its environment."""

    def __init__(self, environment):
        self.endpoint = environment.get("APLOMB_ENDPOINT") or None
        self.directory = environment.get("APLOMB_DIRECTORY") or None
        self.token = environment.get("APLOMB_TOKEN") or None
        self.function = environment.get("APLOMB_FUNCTION") or environment.get("AWS_LAMBDA_FUNCTION_NAME")
        root = environment.get("LAMBDA_TASK_ROOT") or environment.get("APLOMB_ROOT") or os.getcwd()
        self.root = os.path.abspath(root)
        self.handlers = _handlers(environment.get("APLOMB_HANDLERS") or environment.get("_HANDLER") or "")
        # On the platform the process is frozen after the answer, so what is recorded has
        # to leave before; elsewhere it leaves in the background.
        self.frozen_after_answer = "AWS_LAMBDA_RUNTIME_API" in environment
        self.flush_seconds = _number(environment, "APLOMB_FLUSH_MS", 250) / 1000
        self.value_limit = _number(environment, "APLOMB_VALUE_LIMIT", 256 * 1024)
        self.recording_limit = _number(environment, "APLOMB_RECORDING_LIMIT", 8 * 1024 * 1024)
        self.queue_limit = _number(environment, "APLOMB_QUEUE_LIMIT", 32 * 1024 * 1024)
        self.rules = _rules(environment.get("APLOMB_REDACT", ""))
        self.enabled = (
            self.rules is not None
            and environment.get("APLOMB_RECORD") != "off"
            and (self.endpoint or self.directory) is not None
        )


def _number(environment, name, otherwise):
    text = environment.get(name)
    if not text:
        return otherwise
    if re.fullmatch(r"\d+", text):
        return int(text)
    warn(f"{name}={text} is not a number; using {otherwise}")
    return otherwise


def _rules(written):
    rules = [rule.strip() for rule in written.split(",") if rule.strip()]
    try:
        return Rules(ALWAYS_HIDDEN + rules)
    except re.error as error:
        # An unreadable rule must not let its secret through.
        warn(f"APLOMB_REDACT cannot be read ({error}); nothing is recorded")
        return None


def _handlers(written):
    """`module.function` of Lambda, or several as `name=module.function,...`: a list of
    (name, module, function)."""
    found = []
    for entry in filter(None, (part.strip() for part in written.split(","))):
        match = re.fullmatch(r"(?:([^=]+)=)?(.+)\.([^./]+)", entry)
        if match is None:
            warn(f"'{entry}' does not name a handler; write module.function or name=module.function")
            continue
        name, module, function = match.groups()
        found.append((name, module.replace("/", "."), function))
    return found
