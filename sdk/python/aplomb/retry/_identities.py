"""Which request an attempt belongs to, per trigger.

An identity is a function of the handler's arguments. Ready-made ones also know when the
request came into being, and for how long its trigger can deliver it again.
"""

from __future__ import annotations

import json
from datetime import datetime
from types import SimpleNamespace
from typing import Any, Callable, NamedTuple, Optional

DAY = 24 * 3600

# Rows live this long where nobody knows better.
DEFAULT_TTL = 30 * DAY


class Facts(NamedTuple):
    """What is known of a request."""

    kind: str
    id: Optional[str]
    time: Optional[float] = None
    ttl: Optional[int] = None


class _Trigger(NamedTuple):
    here: Callable[[dict], bool]
    of: Callable[[dict], str]
    time: Callable[[dict], Any]
    window: int  # seconds in which the trigger may deliver a record again


def _iso(text: str) -> float:
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def _s3(record: dict) -> str:
    part = record["s3"]
    stored = part["object"]
    return json.dumps([part["bucket"]["name"], stored["key"], stored.get("versionId", ""), stored.get("sequencer")])


def _stream_time(record: dict) -> float:
    arrived = record.get("dynamodb", {}).get("ApproximateCreationDateTime")
    return arrived if arrived is not None else record["kinesis"]["approximateArrivalTimestamp"]


_RECORDS = {
    "sqs": _Trigger(
        lambda record: record.get("eventSource") == "aws:sqs",
        lambda record: record["messageId"],
        lambda record: int(record["attributes"]["SentTimestamp"]) / 1000,
        14 * DAY,  # the longest retention of a queue
    ),
    "sns": _Trigger(
        lambda record: record.get("EventSource") == "aws:sns",
        lambda record: record["Sns"]["MessageId"],
        lambda record: _iso(record["Sns"]["Timestamp"]),
        23 * DAY,  # SNS delivers to Lambda for 23 days
    ),
    "s3": _Trigger(
        lambda record: record.get("eventSource") == "aws:s3", _s3, lambda record: _iso(record["eventTime"]), 7 * DAY
    ),
    "stream": _Trigger(
        lambda record: record.get("eventSource") in ("aws:dynamodb", "aws:kinesis"),
        lambda record: f"{record.get('eventSourceARN')}/{record['eventID']}",
        _stream_time,
        7 * DAY,  # streams of DynamoDB keep a day, Kinesis by default too: `ttl` for more
    ),
}


def of_record(record: Any) -> Optional[Facts]:
    """What is known of a record, by its shape."""
    for kind, trigger in _RECORDS.items():
        if isinstance(record, dict) and trigger.here(record):
            return Facts(kind, trigger.of(record), _time(lambda: trigger.time(record)), trigger.window + DAY)
    return None


def _time(read: Callable[[], Any]) -> Optional[float]:
    try:
        return float(read())
    except (KeyError, TypeError, ValueError):
        return None


class Identity:
    """A ready-made identity: a function of event and context that knows its trigger."""

    def __init__(self, kind: str, identity: Callable, ttl: int, time: Optional[Callable] = None, batch: bool = False):
        self.kind, self.ttl, self.batch = kind, ttl, batch
        self._identity, self._time = identity, time

    def __call__(self, event: Any = None, context: Any = None, *_: Any, **__: Any) -> Optional[str]:
        return self._identity(event, context)

    def time(self, event: Any = None, *_: Any, **__: Any) -> Optional[float]:
        read = self._time
        return None if read is None else _time(lambda: read(event))


def _records_of(event: Any) -> list:
    found = event.get("Records") if isinstance(event, dict) else None
    return found if isinstance(found, list) else []


# A batch as a whole has an identity only if it is a batch of one: the next delivery
# may bundle its records differently.
def _per_record(kind: str) -> Identity:
    def only(event: Any) -> Optional[Facts]:
        batch = _records_of(event)
        return of_record(batch[0]) if len(batch) == 1 else None

    def identity(event: Any, _context: Any) -> Optional[str]:
        facts = only(event)
        return facts.id if facts else None

    def time(event: Any) -> Optional[float]:
        facts = only(event)
        return facts.time if facts else None

    return Identity(kind, identity, _RECORDS[kind].window + DAY, time, batch=True)


def _field(source: Any, *names: str) -> Any:
    for name in names:
        source = source.get(name) if isinstance(source, dict) else getattr(source, name, None)
    return source


def _http(request: Any, _context: Any) -> Optional[str]:
    headers = _field(request, "headers")
    items = headers.items() if headers is not None and hasattr(headers, "items") else []
    key = next((value for name, value in items if name.lower() == "idempotency-key"), None)
    if not key:
        return None
    method = _field(request, "requestContext", "http", "method") or _field(request, "httpMethod") or _field(request, "method")
    path = _field(request, "rawPath") or _field(request, "path")
    return f"{method or ''} {path or ''} {key}"


def _event_bridge(event: Any, _context: Any) -> Optional[str]:
    return f"{event.get('source')}/{event['id']}" if _field(event, "id") else None


def _step_functions(event: Any, _context: Any) -> Optional[str]:
    execution, state = _field(event, "execution"), _field(event, "state")
    return f"{execution}/{state}" if execution and state else None


#: Ready-made identities. Those of queues, topics, buckets and streams name one record: an
#: event with a single record has its identity, a larger batch needs `records()`.
#:
#: - sqs: the messageId (a redrive from a dead-letter queue gives a new one: prefer a key of your own)
#: - sns: the MessageId
#: - s3: bucket, key, version and sequencer
#: - stream: the eventID, of streams of DynamoDB and Kinesis
#: - event_bridge: source and id
#: - invocation: the request id of asynchronous invocations alone; others get a new one with every attempt
#: - http: the header Idempotency-Key, with method and path
#: - step_functions: the fields execution ($$.Execution.Id) and state ($$.State.Name) of the event
identities = SimpleNamespace(
    sqs=_per_record("sqs"),
    sns=_per_record("sns"),
    s3=_per_record("s3"),
    stream=_per_record("stream"),
    # EventBridge delivers for 24 hours, Lambda's own queue for 6 more.
    event_bridge=Identity("event_bridge", _event_bridge, 2 * DAY, lambda event: _iso(event["time"])),
    invocation=Identity("invocation", lambda _event, context: getattr(context, "aws_request_id", None), DAY),
    http=Identity("http", _http, 2 * DAY),
    step_functions=Identity("step_functions", _step_functions, 90 * DAY),
)
