"""A recording as a file: one JSON text per line. The first line says what was invoked,
then one line per entry, then the outcome. The last line counts the lines and has their
digest, so that a file that was cut short or changed is refused."""

import hashlib
import json

FORMAT = "aplomb-recording"
VERSION = 1


class Damaged(Exception):
    """The file is not a whole recording; the message says what is wrong."""


def loading_lines(entries):
    """Entries of the load phase as lines: all recordings of a process begin with the same."""
    return [_line(["load", *entry]) for entry in entries]


def write(head, loading, entries, outcome, scrub=lambda text: text):
    """The text of a recording. `loading` are lines; `scrub` removes secrets from the whole."""
    lines = [_line({"format": FORMAT, "version": VERSION, **head}), *loading]
    lines += [_line(entry) for entry in entries]
    lines.append(_line(["end", outcome]))
    body = scrub("\n".join(lines) + "\n")
    return body + _line({"lines": len(lines), "sha256": _digest(body)}) + "\n"


def read(text):
    """Head, entries of the load phase, entries and outcome of a recording."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    first = _parse(lines, 0)
    if not isinstance(first, dict) or first.get("format") != FORMAT:
        raise Damaged("this is not a recording of Aplomb")
    if first.get("version") != VERSION:
        raise Damaged(f"this recording has format version {first.get('version')}; this replayer reads version {VERSION}")
    last = _parse(lines, len(lines) - 1) if len(lines) > 1 else None
    if not isinstance(last, dict) or "sha256" not in last:
        raise Damaged("the recording is cut short: its last line is missing")
    body = "\n".join(lines[:-1]) + "\n"
    if last.get("lines") != len(lines) - 1 or last["sha256"] != _digest(body):
        raise Damaged("the recording is damaged: its digest does not match")
    entries = [_parse(lines, index) for index in range(1, len(lines) - 1)]
    if not entries or entries[-1][0] != "end":
        raise Damaged("the recording is damaged: it has no outcome")
    outcome = entries.pop()[1]
    loading = [entry[1:] for entry in entries if entry[0] == "load"]
    return first, loading, [entry for entry in entries if entry[0] != "load"], outcome


_line = json.JSONEncoder(separators=(",", ":")).encode


def _parse(lines, index):
    try:
        return json.loads(lines[index])
    except (ValueError, IndexError):
        raise Damaged(f"the recording is damaged: line {index + 1} is not JSON") from None


def _digest(text):
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
