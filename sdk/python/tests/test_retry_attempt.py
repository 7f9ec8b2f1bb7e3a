"""What an attempt is: identities, sites, records, derived values, kept values. In memory."""

import asyncio
import datetime
import decimal
import pathlib
import re
import subprocess
import threading
import time
import types
import uuid

import pytest

from aplomb import retry
from aplomb.retry import (
    RetryError, at_least_once, at_most_once, derived_bytes, derived_random, derived_uuid, idempotency_key,
    identities, keep, logs, once, records, retry_safe, started_at,
)
from aplomb.retry._values import decode, encode

NODE = pathlib.Path(__file__).parents[2] / "node" / "retry"


def safe(handler, identity=lambda event: event["id"], **options):
    options.setdefault("log", logs.memory())
    return retry_safe(identity, **options)(handler)


def sqs(*ids):
    return {"Records": [
        {"eventSource": "aws:sqs", "messageId": id, "body": f"body {id}", "attributes": {"SentTimestamp": "1700000000123"}}
        for id in ids
    ]}


def code(action):
    try:
        action()
        return None
    except RetryError as error:
        return error.code


def test_derived_values_are_functions_of_request_and_site():
    def handler(_event):
        return (derived_uuid("a"), derived_uuid("b"), derived_random("c"), derived_bytes("d", 40), idempotency_key("e"), derived_uuid(("a", 1)))

    run = safe(handler)
    first, again, other = run({"id": "1"}), run({"id": "1"}), run({"id": "2"})
    assert first == again
    assert len({*first, *other}) == 12
    assert first[0].version == 4 and 0 <= first[2] < 1 and len(first[3]) == 40 and len(first[4]) == 64


def test_derived_values_are_those_of_node(tmp_path):
    (tmp_path / "derive.js").write_text(
        f"""const retry = require({str(NODE)!r});
        const handler = retry.retrySafe((event) => event.id, () => [retry.derivedUuid(["ä", 1]), retry.idempotencyKey("k")], {{ name: "f", secret: "s", log: retry.logs.memory() }});
        console.log(handler({{ id: "ü1" }}).join(" "));"""
    )
    node = subprocess.run(["node", tmp_path / "derive.js"], capture_output=True, text=True, check=True).stdout.split()
    run = safe(lambda _event: [str(derived_uuid(("ä", 1))), idempotency_key("k")], name="f", secret="s")
    assert run({"id": "ü1"}) == node


def test_a_secret_and_the_name_change_derived_values():
    values = [safe(lambda _: derived_uuid("a"), **options)({"id": "1"}) for options in ({}, {"secret": "s"}, {"secret": "t"}, {"name": "f"})]
    assert len(set(values)) == 4


def test_a_site_used_twice_is_an_error_with_keys_it_is_not():
    assert code(lambda: safe(lambda _: (derived_uuid("a"), derived_uuid("a")))({"id": "1"})) == "SITE_USED_TWICE"
    assert code(lambda: safe(lambda _: (derived_uuid("a"), keep("a", int)))({"id": "1"})) == "SITE_USED_TWICE"
    assert code(lambda: safe(lambda _: (derived_uuid(("a", 1)), derived_uuid(("a", 2)), derived_uuid("a")))({"id": "1"})) is None
    assert code(lambda: safe(lambda _: derived_uuid(("a", {})))({"id": "1"})) == "BAD_SITE"
    assert code(lambda: safe(lambda _: derived_uuid(""))({"id": "1"})) == "BAD_SITE"


def test_a_step_that_failed_may_be_tried_again():
    calls = []

    def flaky():
        calls.append(1)
        if len(calls) == 1:
            raise OSError
        return len(calls)

    def handler(_event):
        try:
            return keep("read", flaky)
        except OSError:
            return keep("read", flaky)

    assert safe(handler)({"id": "1"}) == 2


def test_keep_gives_every_attempt_the_first_value():
    values = iter(range(10))
    run = safe(lambda _: keep("read", lambda plus: {"n": next(values) + plus}, plus=5))
    assert [run({"id": "1"}), run({"id": "1"}), run({"id": "2"})] == [{"n": 5}, {"n": 5}, {"n": 7}]


def test_steps_outside_of_an_attempt_fail_loudly_also_in_threads():
    assert code(lambda: derived_uuid("a")) == "NO_ATTEMPT"
    seen = []

    def handler(_event):
        thread = threading.Thread(target=lambda: seen.append(code(lambda: derived_uuid("a"))))
        thread.start()
        thread.join()

    safe(handler)({"id": "1"})
    assert seen == ["NO_ATTEMPT"]
    assert code(lambda: derived_uuid("a")) == "NO_ATTEMPT"


def test_an_identity_is_required():
    assert code(lambda: safe(lambda _: 1, lambda event: event.get("id"))({})) == "NO_IDENTITY"
    assert code(lambda: safe(lambda _: 1, identities.http)({"headers": {}})) == "NO_IDENTITY"
    with pytest.raises(TypeError):
        retry_safe("sqs")


def test_an_identity_may_be_a_number():
    run = safe(lambda _: derived_uuid("a"))
    assert run({"id": 7}) == run({"id": "7"})
    assert len(safe(lambda _: [derived_uuid("a") for _ in records([{}], lambda _record: 7)])({"id": "1"})) == 1


def test_functions_that_share_a_log_need_names():
    run = retry_safe(lambda *_: "r", log=logs.dynamodb(object()))(lambda _event, _context: derived_uuid("a"))
    assert code(lambda: run({}, None)) == "NO_NAME"
    assert code(lambda: run({}, types.SimpleNamespace(function_name="f"))) is None


def _one(**record):
    return {"Records": [record]}


@pytest.mark.parametrize("identity, one, other", [
    (identities.sqs, sqs("1"), sqs("2")),
    (identities.sns, _one(EventSource="aws:sns", Sns={"MessageId": "1"}), _one(EventSource="aws:sns", Sns={"MessageId": "2"})),
    (identities.s3,
     _one(eventSource="aws:s3", s3={"bucket": {"name": "b"}, "object": {"key": "k", "sequencer": "1"}}),
     _one(eventSource="aws:s3", s3={"bucket": {"name": "b"}, "object": {"key": "k", "sequencer": "2"}})),
    (identities.stream, _one(eventSource="aws:kinesis", eventID="1"), _one(eventSource="aws:kinesis", eventID="2")),
    (identities.event_bridge, {"id": "1", "source": "s"}, {"id": "2", "source": "s"}),
    (identities.http, {"headers": {"IDEMPOTENCY-key": "1"}, "path": "/"}, {"headers": {"idempotency-key": "1"}, "path": "/other"}),
    (identities.step_functions, {"execution": "1", "state": "s"}, {"execution": "1", "state": "t"}),
])
def test_identities_per_trigger(identity, one, other):
    run = safe(lambda _event, _context: derived_uuid("a"), identity)
    assert run(one, None) == run(dict(one), None) != run(other, None)


def test_the_invocation():
    run = safe(lambda _event, _context: derived_uuid("a"), identities.invocation)
    of = lambda request: types.SimpleNamespace(aws_request_id=request)
    assert run({}, of("1")) == run({}, of("1")) != run({}, of("2"))


def test_loops_over_records_identity_by_record():
    def handler(event, _context):
        seen = {}
        for record in records(event["Records"]):
            if record["messageId"] == "skipped":
                continue
            seen[record["messageId"]] = derived_uuid("id")
        return seen

    run = safe(handler, identities.sqs)
    whole = run(sqs("1", "skipped", "2", "3"), None)
    assert len(set(whole.values())) == 3
    assert {**run(sqs("3"), None), **run(sqs("2", "1"), None)} == whole


def test_outside_of_the_loop_a_batch_has_no_identity():
    def left_by_break(event, _context):
        for _record in records(event["Records"]):
            break
        return derived_uuid("after")

    def left_by_error(event, _context):
        try:
            for _record in records(event["Records"]):
                raise OSError
        except OSError:
            return derived_uuid("after")

    for handler in (left_by_break, left_by_error):
        assert code(lambda: safe(handler, identities.sqs)(sqs("1", "2"), None)) == "NO_IDENTITY"
        assert code(lambda: safe(handler, identities.sqs)(sqs("1"), None)) is None


def test_a_loop_that_is_collected_late_disturbs_nobody():
    left = []

    def handler(event, _context):
        if event["Records"][0]["messageId"] == "1":
            left.append(records(event["Records"]))
            next(left[0])
            return derived_uuid("id")
        left.clear()
        return derived_uuid("id")

    run = safe(handler, identities.sqs)
    first = run(sqs("1"), None)
    second = run(sqs("2"), None)
    assert first != second == safe(lambda _event, _context: derived_uuid("id"), identities.sqs)(sqs("2"), None)


def test_a_business_key_per_record():
    run = safe(lambda event: [derived_uuid("id") for _ in records(event["Records"], lambda record: record["body"])], identities.sqs)
    one = {"eventSource": "aws:sqs", "messageId": "1", "body": "order 7"}
    left, right = run({"Records": [one, {**one, "messageId": "2"}]})
    assert left == right
    assert code(lambda: safe(lambda _: list(records([{}])))({"id": "1"})) == "NO_IDENTITY"


def test_the_time_is_the_triggers_else_that_of_the_first_attempt():
    assert safe(lambda _event: started_at(), identities.sqs)(sqs("1")) == 1700000000.123
    assert code(lambda: safe(lambda _: started_at())({"id": "1"})) == "NO_TIME"
    run = safe(lambda _: started_at(), time=True)
    first = run({"id": "1"})
    time.sleep(0.01)
    assert run({"id": "1"}) == first != run({"id": "2"})


def test_a_lease_keeps_attempts_apart():
    entered, leave = threading.Event(), threading.Event()

    def handler(event):
        if event.get("wait"):
            entered.set()
            leave.wait(5)

    run = safe(handler, lease=True)
    thread = threading.Thread(target=run, args=[{"id": "1", "wait": True}])
    thread.start()
    entered.wait(5)
    assert code(lambda: run({"id": "1"})) == "ATTEMPT_RUNNING"
    assert code(lambda: run({"id": "2"})) is None
    leave.set()
    thread.join()
    assert code(lambda: run({"id": "1"})) is None


def test_handlers_that_are_coroutines():
    async def handler(_event):
        await asyncio.sleep(0)
        return derived_uuid("a")

    run = safe(handler)

    async def both():
        return await asyncio.gather(run({"id": "1"}), run({"id": "2"}), run({"id": "1"}))

    first, second, third = asyncio.run(both())
    assert first == third != second


class _Crash(logs.memory):
    def first(self, row, value):
        if row.step.endswith(self.at):
            raise OSError("crash")
        return super().first(row, value)


def test_effects_at_most_once():
    sent, log = [], _Crash()
    run = safe(lambda _: at_most_once("mail", lambda: sent.append(1) or "sent"), log=log)
    log.at = "/outcome"
    with pytest.raises(OSError):
        run({"id": "1"})
    log.at = "nowhere"
    assert [run({"id": "1"}), run({"id": "2"}), run({"id": "2"})] == [None, "sent", "sent"]
    assert len(sent) == 2


def test_effects_at_most_once_that_were_rejected():
    error = OSError("no")
    error.response = {"ResponseMetadata": {"HTTPStatusCode": 429}}

    def effect():
        if error.response:
            raise error
        return "sent"

    run = safe(lambda _: at_most_once("mail", effect))
    with pytest.raises(OSError):
        run({"id": "1"})
    error.response = None
    assert run({"id": "1"}) == "sent"


def test_effects_at_least_once():
    sent, log = [], _Crash()
    run = safe(lambda _: at_least_once("mail", lambda: sent.append(1) or len(sent)), log=log)
    log.at = "mail"
    with pytest.raises(OSError):
        run({"id": "1"})
    log.at = "nowhere"
    assert [run({"id": "1"}), run({"id": "1"})] == [2, 2]


def test_in_tests_of_users_once_goes_to_the_client_as_it_is():
    calls = []

    def put_item(**parameters):
        calls.append(parameters)
        return {"reply": len(calls)}

    run = safe(lambda _: once("put", put_item, Item={"id": "1"}))
    assert [run({"id": "1"}), run({"id": "1"})] == [{"reply": 1}, {"reply": 1}]
    assert calls == [{"Item": {"id": "1"}}]


@pytest.mark.parametrize("value", [
    None, True, 0, 10**40, 1.5, float("inf"), "", "text", [], [1, [None]], {}, {"a": {"b": [1]}}, {"$": "date", "value": 1},
    {1: "x", (2, 3): "y"}, (1, (2,)), {1, "a"}, frozenset({1}), b"bytes", bytearray(b"b"), decimal.Decimal("1.50"),
    datetime.datetime(2024, 1, 2, 3, 4, 5, 6, datetime.timezone.utc), datetime.date(2024, 1, 2), uuid.UUID(int=5),
], ids=repr)
def test_kept_values_come_back(value):
    back = decode(encode(value))
    assert back == value and type(back) is type(value)


def test_what_does_not_come_back_is_refused():
    cycle = []
    cycle.append(cycle)
    for value in (object(), lambda: 1, cycle, type("Sub", (dict,), {})(), 1j):
        with pytest.raises(RetryError):
            encode(value)


def test_the_names_are_those_of_node():
    snake = lambda name: name if name[0].isupper() else re.sub(r"([A-Z])", lambda match: "_" + match.group(1).lower(), name)
    names = re.findall(r"^  (\w+),$", (NODE / "index.js").read_text(), re.MULTILINE)
    assert sorted(map(snake, names)) == sorted(retry.__all__)
