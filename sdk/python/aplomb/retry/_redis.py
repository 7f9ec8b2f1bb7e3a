"""Commands of Redis that happen once: row and command in one script. The row's name has the
hash tag of the command's key, so that a cluster keeps them together. What Redis
acknowledges it can lose in a crash of its own, unless it is set up to write every command
to disk."""

from __future__ import annotations

import json
import re
import time
from typing import Any

from ._attempt import Attempt, Row
from ._errors import RetryError

_SCRIPT = """local known = redis.call('GET', KEYS[1])
if known then return known end
local reply = redis.call(unpack(ARGV, 2))
local text = cjson.encode({reply = reply})
redis.call('SET', KEYS[1], text, 'EX', ARGV[1])
return text"""


def recognises(method: Any) -> bool:
    owner = getattr(method, "__self__", None)
    return any(base.__module__.split(".")[0] == "redis" for base in type(owner).__mro__)


def once(_attempt: Attempt, row: Row, method: Any, args: tuple, kwargs: dict) -> Any:
    """Performs a command on a key unless it has been performed."""
    if kwargs or not args or not all(isinstance(part, (str, int, float, bytes)) for part in args):
        raise RetryError("NOT_SUPPORTED", "once() supports commands of Redis on a key, whose arguments are strings and numbers")
    key = args[0].decode() if isinstance(args[0], bytes) else str(args[0])
    tagged = re.search(r"\{([^}]+)\}", key)
    name = f"aplomb_retry:{{{tagged.group(1) if tagged else key}}}:{row.request}:{row.step}"
    reply = json.loads(method.__self__.eval(_SCRIPT, 2, name, key, seconds(row), method.__name__.upper(), *args))["reply"]
    if reply is False:
        return None
    return reply["ok"] == "OK" or reply["ok"] if isinstance(reply, dict) and "ok" in reply else reply


def seconds(row: Row) -> int:
    """How long a row lives from now."""
    return max(1, row.ttl - int(time.time()))
