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

# What changes something, although its name or its method only speaks of looking: it sends a
# code, uses up a token, makes an identity, goes on with a conversation, takes a task from a queue.
WRITING = {
    "cognito-idp": ["GetTokensFromRefreshToken", "GetUserAttributeVerificationCode"],
    "cognito-identity": ["GetId", "GetOpenIdTokenForDeveloperIdentity"],
    "lexv2-runtime": ["RecognizeText", "RecognizeUtterance"],
    "license-manager": ["CheckInLicense"],
    "neptunedata": ["ExecuteOpenCypherExplainQuery"],
    "stepfunctions": ["GetActivityTask"],
    "storagegateway": ["RetrieveTapeArchive", "RetrieveTapeRecoveryPoint"],
}
# What is described as a token, and is none: a second request with it is refused, or is another
# request of the same session.
NO_TOKENS = {"CreationToken", "runtimeSessionId"}
# What is refused while it is under way, and runs again afterwards.
RUNNING = {"StartFlow"}

# What is refused a second time for the same name or token, although the descriptions do not say
# so in the words that are looked for.
REFUSED_AGAIN = {
    "scheduler": ["CreateSchedule=ConflictException(GroupName,Name)"],
    "stepfunctions": ["SendTaskFailure=TaskTimedOut(taskToken)", "SendTaskSuccess=TaskTimedOut(taskToken)"],
}

# What makes something that has a name, and fails where there is one of that name.
CREATING = re.compile("(?:Admin)?(?:Create|Start)(?=[A-Z])")
EXISTS = re.compile("Exists|AlreadyExist|AlreadyOwned")
IN_USE = re.compile("Conflict|InUse|Duplicate")


def newest(service):
    versions = sorted(v for v in service.iterdir() if (v / "service-2.json.gz").exists())
    return json.loads(gzip.decompress((versions[-1] / "service-2.json.gz").read_bytes())) if versions else None


def plain(name):
    return re.sub("[^a-z0-9]", "", name.lower())


def tokens(model, operation):
    shape = model["shapes"].get(operation.get("input", {}).get("shape"), {})
    return [name for name, member in shape.get("members", {}).items() if member.get("idempotencyToken") and name not in NO_TOKENS]


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


def text(shape):
    return re.sub("<[^>]+>", "", shape.get("documentation", ""))


def exists_errors(model, operation):
    """The errors that say that there is something of that name, the plainest last."""
    shapes = [(e["shape"], model["shapes"][e["shape"]]) for e in operation.get("errors", [])]
    said = [n for n, s in shapes if IN_USE.search(n) and re.search("already (exist|been used)|recreate an existing", text(s))]
    named = [n for n, _ in shapes if EXISTS.search(n) and not re.search("Not|Non|Token|OperationId", n)]
    return said + sorted(named, key=lambda name: ("Owned" in name, -len(name)))


def name_of_created(model, operation):
    """The parameters that name what an operation makes, with what it belongs to."""
    shape = model["shapes"].get(operation.get("input", {}).get("shape"), {})
    members = shape.get("members", {})
    texts = [n for n in shape.get("required", []) if model["shapes"][members[n]["shape"]]["type"] == "string"]
    noun = CREATING.sub("", operation["name"]).lower()
    own = [n for n in texts if n.lower() in (noun, noun + "name", noun + "id", noun + "identifier")]
    # A part of the noun, as in `CreateThing(thingName)`; or a name that is said to be that of
    # what is made.
    word = re.findall("[A-Z][a-z]+", operation["name"])[-1:]
    own += [n for n in texts if n.lower() in (noun.removeprefix("log") + "name", "log" + noun + "name")]
    if not own and word:
        said = lambda name: re.split(r"\.\s", text(members[name]) or text(model["shapes"][members[name]["shape"]]))[0]
        own = [n for n in texts if n.lower() in ("name", "username") and word[0].lower() in said(n).lower()]
    if not own or "CallerReference" in members:
        return []
    around = [n for n in texts if re.search("(Id|Name|Identifier|Arn)$", n)]
    return sorted(set(own + around))


def created(model):
    """What makes something under a name of the caller's: the error for one that exists."""
    for name, operation in sorted(model["operations"].items()):
        # What is idempotent succeeds again.
        if not CREATING.match(name) or operation.get("idempotent") or name in RUNNING:
            continue
        errors, key = exists_errors(model, operation), name_of_created(model, operation)
        if errors and key:
            code = model["shapes"][errors[-1]].get("error", {}).get("code", errors[-1])
            yield f"{name}={errors[-1]}{'/' + code if code != errors[-1] else ''}({','.join(key)})"


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
    print("# `read` only looks, `set` can be repeated; all others change something each time, and so does")
    print("# what `write` lists, whatever its name says. A token")
    print("# is the parameter by which a service recognises a repetition; `create` makes something under")
    print("# the name in brackets, and fails with that error (and code) where there is one already.")
    print("# Made by aws_operations.py.")
    services = sorted(p for p in Path(data).iterdir() if p.is_dir())
    folders = {plain(service.name) for service in services}
    for service in services:
        model = newest(service)
        if model is None:
            continue
        kinds = {name: kind(model, operation) for name, operation in model["operations"].items()}
        own, also = plain(service.name), plain(model["metadata"].get("serviceId", service.name))
        # A name belongs to the description in the folder of that name.
        line = [" ".join(sorted({own} | {also} - folders))]
        writing = WRITING.get(service.name, [])
        for wanted in ("read", "set"):
            names = [n for n, k in kinds.items() if k == wanted]
            others = [n for n, k in kinds.items() if k != wanted]
            listed = [n for n in shortened(names, others) if n not in writing]
            if listed:
                line.append(f"{wanted} {' '.join(listed)}")
        if writing:
            line.append(f"write {' '.join(writing)}")
        known = sorted({t for operation in model["operations"].values() for t in tokens(model, operation)})
        if known:
            line.append(f"token {' '.join(known)}")
        makes = sorted([*created(model), *REFUSED_AGAIN.get(service.name, [])])
        if makes:
            line.append(f"create {' '.join(makes)}")
        print("; ".join(line))


main(sys.argv[1])
