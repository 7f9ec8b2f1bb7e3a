"""One call of a handler is one attempt at a request.

The attempt travels with the code in a context variable; a step that finds none fails,
since it could not be recognised on a retry.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import json
import math
import os
import time as clock
import uuid
from contextvars import ContextVar
from typing import Any, Callable, NamedTuple, Optional

from ._errors import RetryError
from ._identities import DEFAULT_TTL, Facts

_current: ContextVar[Optional["Attempt"]] = ContextVar("aplomb_attempt", default=None)
_defaults: dict = {}

# Set on errors that are outcomes: the step is over, and its outcome is kept.
REFUSED = "_aplomb_refused"


def configure(*, log: Any = None, name: Optional[str] = None, secret: Optional[str] = None) -> None:
    """Settings of all handlers in this process."""
    given = {"log": log, "name": name, "secret": secret}
    _defaults.update({key: value for key, value in given.items() if value is not None})


class Row(NamedTuple):
    """The place of a step in the log; `ttl` in seconds since 1970."""

    request: str
    step: str
    ttl: int


class Attempt:
    """What steps of one request share: of an event, or of one record of a batch."""

    def __init__(self, settings: dict, facts: Facts):
        self.settings = settings
        self.request = None if facts.id is None else _bounded(f"{settings['name']}/{facts.kind}:{facts.id}", 1024)
        self.time = facts.time
        self.ttl = settings["ttl"] or facts.ttl or DEFAULT_TTL
        self.used: set = set()

    @property
    def log(self) -> Any:
        if self.settings["log"] is None:
            from . import _logs

            self.settings["log"] = _defaults.get("log") or _logs.by_environment()
        return self.settings["log"]

    def take(self, site: Any) -> Row:
        """The row of a step that has not been taken yet in this attempt."""
        step = _step(site)
        if self.request is None:
            raise RetryError(
                "NO_IDENTITY",
                f"step {step} belongs to no record: a batch has no identity as a whole; loop over records(event['Records'])",
            )
        if not self.settings["name"] and not hasattr(self.log, "once"):
            raise RetryError(
                "NO_NAME", "functions that share a log need names: set AWS_LAMBDA_FUNCTION_NAME, or pass name= to retry_safe"
            )
        if step in self.used:
            raise RetryError(
                "SITE_USED_TWICE",
                f"site {step} is used twice in one attempt: in loops and helpers give it a key, as in ({site!r}, key)",
            )
        self.used.add(step)
        return Row(self.request, step, math.ceil(clock.time()) + self.ttl)

    def during(self, site: Any, action: Callable[[Row], Any]) -> Any:
        """Takes a step and does something with its row; what fails may be tried again."""
        row = self.take(site)
        try:
            return action(row)
        except BaseException as error:
            if not getattr(error, REFUSED, False):
                self.used.discard(row.step)
            raise


def _step(site: Any) -> str:
    parts = site if isinstance(site, (tuple, list)) else (site,)
    literal = len(parts) > 0 and isinstance(parts[0], str) and parts[0] != ""
    if not literal or not all(isinstance(key, (str, int, float, uuid.UUID)) for key in parts[1:]):
        raise RetryError("BAD_SITE", "a site is a string, or a tuple of a string and keys that are strings or numbers")
    return _bounded(parts[0] if len(parts) == 1 else json.dumps([str(part) for part in parts], separators=(",", ":"), ensure_ascii=False), 512)


# Keys of stores have bounds; what is longer is told apart by its hash.
def _bounded(text: str, size: int) -> str:
    encoded = text.encode()
    if len(encoded) <= size:
        return text
    return f"{text[: size // 8]}#{hashlib.sha256(encoded).hexdigest()}"


def current() -> Attempt:
    """The attempt that the current code belongs to."""
    attempt = _current.get()
    if attempt is None:
        raise RetryError(
            "NO_ATTEMPT",
            "this code does not run in a handler decorated by retry_safe, or runs in a thread of its own "
            "(pass contextvars.copy_context().run to the thread)",
        )
    return attempt


def replace(attempt: Optional[Attempt]) -> Optional[Attempt]:
    """Makes another attempt the current one; gives back the one before."""
    before = _current.get()
    _current.set(attempt)
    return before


def peek() -> Optional[Attempt]:
    """The current attempt, if there is one."""
    return _current.get()


def retry_safe(
    identity: Callable,
    *,
    name: Optional[str] = None,
    log: Any = None,
    ttl: Optional[int] = None,
    secret: Optional[str] = None,
    time: bool = False,
    lease: bool = False,
) -> Callable[[Callable], Callable]:
    """The decorated handler's steps recognise a retry of the same request.

    `identity` gets the handler's arguments and names the request; it must be the same
    for every attempt. `name` is the function's name, by default the one that Lambda gives
    it; `log` is where rows live, by default the table $APLOMB_RETRY_TABLE (or aplomb_retry)
    of DynamoDB; `ttl` is how many seconds they live. A `secret` makes derived values
    unpredictable. `time` keeps the time of the first attempt, for `started_at()`: one write.
    `lease` refuses to run while another attempt at the request runs: two writes.
    """
    if not callable(identity):
        raise TypeError("retry_safe takes an identity, which is a function: @retry_safe(identities.sqs)")
    options = {"name": name, "log": log, "ttl": ttl, "secret": secret}

    def decorate(handler: Callable) -> Callable:
        if inspect.iscoroutinefunction(handler):

            @functools.wraps(handler)
            async def attempt(*args: Any, **kwargs: Any) -> Any:
                with _Running(identity, options, args, kwargs, time, lease):
                    return await handler(*args, **kwargs)

        else:

            @functools.wraps(handler)
            def attempt(*args: Any, **kwargs: Any) -> Any:
                with _Running(identity, options, args, kwargs, time, lease):
                    return handler(*args, **kwargs)

        return attempt

    return decorate


class _Running:
    """An attempt from its begin to its end, with the head row of its request where one is
    wanted: it holds the time of the first attempt, and the lease."""

    def __init__(self, identity: Callable, options: dict, args: tuple, kwargs: dict, time: bool, lease: bool):
        self.attempt = _begin(identity, options, args, kwargs)
        self.context = args[1] if len(args) > 1 else None
        self.time, self.lease = time, lease
        self.owner = str(uuid.uuid4())
        self.head: Optional[Row] = None

    def __enter__(self) -> None:
        attempt, now = self.attempt, clock.time()
        if self.time or self.lease:
            self.head = attempt.take("@head")
        if self.lease:
            remaining = getattr(self.context, "get_remaining_time_in_millis", lambda: 15 * 60 * 1000)()
            first = attempt.log.acquire(self.head, self.owner, now, now + remaining / 1000)
            if first is None:
                raise RetryError("ATTEMPT_RUNNING", f"another attempt at {attempt.request} is still running")
        elif self.time and attempt.time is None:
            first = float(attempt.log.first(self.head, repr(now)))
        else:
            first = None
        if attempt.time is None:
            attempt.time = first
        self.token = _current.set(attempt)

    def __exit__(self, *_: Any) -> None:
        _current.reset(self.token)
        if self.lease:
            self.attempt.log.release(self.head, self.owner)


def _begin(identity: Callable, options: dict, args: tuple, kwargs: dict) -> Attempt:
    context = args[1] if len(args) > 1 else None
    settings = dict(options)
    settings["name"] = (
        options["name"]
        or _defaults.get("name")
        or getattr(context, "function_name", None)
        or os.environ.get("AWS_LAMBDA_FUNCTION_NAME", "")
    )
    settings["secret"] = options["secret"] or _defaults.get("secret") or os.environ.get("APLOMB_RETRY_SECRET")
    request = named(identity(*args, **kwargs))
    kind = getattr(identity, "kind", None)
    batch = getattr(identity, "batch", False) and _is_batch(args)
    if not batch and request is None:
        raise RetryError("NO_IDENTITY", f"this request has no identity{_hint(kind)}")
    time = getattr(identity, "time", lambda *_, **__: None)(*args, **kwargs)
    return Attempt(settings, Facts(kind or "own", None if batch else request, time, getattr(identity, "ttl", None)))


def named(identity: Any) -> Optional[str]:
    """An identity as text; None for what is none."""
    if isinstance(identity, (int, uuid.UUID)) and not isinstance(identity, bool):
        return str(identity)
    return identity if isinstance(identity, str) and identity != "" else None


def _is_batch(args: tuple) -> bool:
    records = args[0].get("Records") if args and isinstance(args[0], dict) else None
    return isinstance(records, list) and len(records) != 1


def _hint(kind: Optional[str]) -> str:
    if kind == "http":
        return ": the client must send the header Idempotency-Key"
    if kind == "step_functions":
        return ": the state must pass execution ($$.Execution.Id) and state ($$.State.Name)"
    return f": the event does not look like one of {kind}" if kind else ""


def started_at() -> float:
    """The time of the request in seconds, in place of time.time(): when its trigger sent
    it, where the trigger says so; else the time of the first attempt, with `time=True`."""
    attempt = current()
    if attempt.time is not None:
        return attempt.time
    raise RetryError(
        "NO_TIME",
        "a batch has no time as a whole: loop over records(event['Records'])"
        if attempt.request is None
        else "this trigger sends no time: pass time=True to retry_safe, which keeps the time of the first attempt",
    )
