#!/usr/bin/env python3
"""Writes what AWS operations do, by the services' own descriptions.

The descriptions are botocore's data. Regenerate the facts with

    pip download --no-deps botocore && unzip -q botocore-*.whl -d BOTOCORE
    cd crates/cloud/src/models && ./aws_operations.py BOTOCORE/botocore/data > aws_operations.txt
"""

import gzip
import json
import re
import sys
from pathlib import Path

# Verbs of operations that only look, where a description does not say so itself.
READING = re.compile(
    "(Admin)?(Get|List|Describe|BatchGet|BatchDescribe|BatchDetect|Head|Search|Query|Scan|Lookup|"
    "Detect|Recognize|Compare|Filter|Estimate|Validate|Check|Preview|Simulate|Retrieve|Discover|"
    "Find|Count|Select)(?![a-z])"
)
# What can be repeated, of what is described as idempotent: the descriptions also call so
# what is only with a token or a name that the caller chooses.
SETTING = re.compile("Put|Set|Tag|Untag|Update|Enable|Disable|Associate|Attach|Add|Delete|Remove|Detach|Disassociate")


def newest(service):
    versions = sorted(v for v in service.iterdir() if (v / "service-2.json.gz").exists())
    return json.loads(gzip.decompress((versions[-1] / "service-2.json.gz").read_bytes())) if versions else None


def plain(name):
    return re.sub("[^a-z0-9]", "", name.lower())


def tokens(model, operation):
    shape = model["shapes"].get(operation.get("input", {}).get("shape"), {})
    return [name for name, member in shape.get("members", {}).items() if member.get("idempotencyToken")]


def fails_again(operation):
    """Whether an operation that removes something fails where there is nothing left."""
    removes = re.match("Delete|Remove|Terminate|Deregister|Disassociate|Detach|Cancel", operation["name"])
    return bool(removes) and any("NotFound" in e["shape"] or "NoSuch" in e["shape"] for e in operation.get("errors", []))


def kind(model, operation):
    rest = model["metadata"]["protocol"].startswith("rest")
    method = operation.get("http", {}).get("method")
    name = operation["name"]
    if operation.get("readonly") or (rest and method in ("GET", "HEAD")):
        return "read"
    if READING.match(name) and not operation.get("idempotent"):
        return "read"
    repeatable = operation.get("idempotent") and SETTING.match(name)
    if repeatable and not tokens(model, operation) and not fails_again(operation):
        return "set"
    return "write"


def shortened(names, others):
    """Names by their first words, where these tell them from the others."""
    found = set()
    for name in names:
        word = re.match("[A-Z][a-z0-9]*", name)
        prefix = word.group() if word else name
        mine = [n for n in names if n.startswith(prefix)]
        clear = len(mine) > 1 and not any(o.startswith(prefix) for o in others)
        found.add(prefix + "*" if clear else name)
    return sorted(found)


def main(data):
    print("# What operations of AWS services do, by the services' own descriptions (botocore's data).")
    print("# `read` only looks, `set` can be repeated; all others change something each time. A token")
    print("# is the parameter by which a service recognises a repetition. Made by aws_operations.py.")
    for service in sorted(p for p in Path(data).iterdir() if p.is_dir()):
        model = newest(service)
        if model is None:
            continue
        kinds = {name: kind(model, operation) for name, operation in model["operations"].items()}
        names = {plain(service.name), plain(model["metadata"].get("serviceId", service.name))}
        line = [" ".join(sorted(names))]
        for wanted in ("read", "set"):
            names = [n for n, k in kinds.items() if k == wanted]
            others = [n for n, k in kinds.items() if k != wanted]
            if names:
                line.append(f"{wanted} {' '.join(shortened(names, others))}")
        known = sorted({t for operation in model["operations"].values() for t in tokens(model, operation)})
        if known:
            line.append(f"token {' '.join(known)}")
        print("; ".join(line))


main(sys.argv[1])
