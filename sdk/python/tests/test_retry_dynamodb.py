"""Writes of DynamoDB in every style in which handlers send them, against DynamoDB Local."""

import decimal
import itertools
import random
import threading

import boto3
import pytest
from boto3.dynamodb.types import TypeDeserializer, TypeSerializer
from botocore.exceptions import ClientError
from pynamodb.attributes import NumberAttribute, UnicodeAttribute, VersionAttribute
from pynamodb.exceptions import PutError, UpdateError
from pynamodb.models import Model

from aplomb.retry import RetryError, logs, once, once_in_item, retry_safe
from aplomb.retry._dynamodb.expression import applied, parse
from servers import CREDENTIALS, dynamodb  # noqa: F401

REQUESTS = itertools.count()
SERIALIZE, DESERIALIZE = TypeSerializer().serialize, TypeDeserializer().deserialize


def marshalled(parameters):
    """The parameters of a resource as those of a client."""
    low = dict(parameters)
    for name in ("Key", "Item", "ExpressionAttributeValues"):
        if name in low:
            low[name] = {key: SERIALIZE(value) for key, value in low[name].items()}
    if "TransactItems" in low:
        low["TransactItems"] = [{kind: marshalled(given) for kind, given in item.items()} for item in low["TransactItems"]]
    return low


@pytest.fixture(params=["resource", "client"])
def style(request, dynamodb):
    """Calls of a handler in a style: (method, parameters) and what replies show."""
    client = boto3.client("dynamodb", endpoint_url=dynamodb, **CREDENTIALS)
    table = boto3.resource("dynamodb", endpoint_url=dynamodb, **CREDENTIALS).Table("items")

    class Style:
        name = request.param
        log = logs.dynamodb(client)

        def attempt(self, protect, method, **parameters):
            """A request: calling the result is an attempt at it."""
            event = {"id": f"r{next(REQUESTS)}"}

            def handler(_event):
                if request.param == "resource":
                    return protect("step", getattr(table, method), **parameters)
                return protect("step", getattr(client, method), **marshalled({"TableName": "items", **parameters}))

            run = retry_safe(lambda given: given["id"], name="tests", log=self.log)(handler)
            return lambda: run(event)

        def shown(self, reply):
            attributes = reply.get("Attributes", {})
            return attributes if request.param == "resource" else {key: DESERIALIZE(value) for key, value in attributes.items()}

        def item(self, id):
            return table.get_item(Key={"id": id}, ConsistentRead=True).get("Item")

        def id(self, what):
            return f"{request.param}/{what}/{next(REQUESTS)}"

    style = Style()
    style.table, style.client = table, client
    return style


def add(id, **more):
    return {
        "Key": {"id": id},
        "UpdateExpression": "SET #last = :last ADD hits :one",
        "ExpressionAttributeNames": {"#last": "last"},
        "ExpressionAttributeValues": {":one": 1, ":last": "x"},
        **more,
    }


def refused(attempt):
    with pytest.raises(ClientError) as caught:
        attempt()
    return caught.value.response["Error"]["Code"]


def test_an_update_happens_once(style):
    id = style.id("add")
    attempt = style.attempt(once, "update_item", **add(id))
    replies = [attempt(), attempt(), attempt()]
    assert style.item(id) == {"id": id, "hits": 1, "last": "x"}
    assert all(reply["ResponseMetadata"]["HTTPStatusCode"] == 200 for reply in replies)


def test_put_and_delete_happen_once(style):
    id = style.id("put")
    put = style.attempt(once, "put_item", Item={"id": id, "n": 1})
    put()
    style.attempt(once, "delete_item", Key={"id": id})()
    put()
    assert style.item(id) is None


def test_a_refusal_is_the_outcome(style):
    id = style.id("refused")
    attempt = style.attempt(once, "update_item", **add(id, ConditionExpression="attribute_exists(id)"))
    assert refused(attempt) == "ConditionalCheckFailedException"
    style.table.put_item(Item={"id": id})
    with pytest.raises(style.client.exceptions.ConditionalCheckFailedException if style.name == "client" else ClientError):
        attempt()
    assert style.item(id) == {"id": id}


def test_a_success_is_the_outcome(style):
    id = style.id("created")
    attempt = style.attempt(once, "put_item", Item={"id": id}, ConditionExpression="attribute_not_exists(id)")
    attempt()
    attempt()


@pytest.mark.parametrize("wanted, expected", [
    ("ALL_NEW", {"hits": 6, "last": "x", "id": ...}), ("ALL_OLD", {"hits": 5, "last": "before", "id": ...}),
    ("UPDATED_NEW", {"hits": 6, "last": "x"}), ("UPDATED_OLD", {"hits": 5, "last": "before"}),
])
def test_a_retry_gets_the_values_of_the_first_attempt(style, wanted, expected):
    id = style.id(wanted)
    style.table.put_item(Item={"id": id, "hits": 5, "last": "before"})
    attempt = style.attempt(once, "update_item", **add(id, ReturnValues=wanted))
    first = style.shown(attempt())
    style.attempt(once, "update_item", **add(id))()
    assert style.shown(attempt()) == first == {key: id if value is ... else value for key, value in expected.items()}
    assert style.item(id)["hits"] == 7


def test_values_and_a_condition_that_is_refused(style):
    id = style.id("both")
    given = add(id, ReturnValues="ALL_NEW", ConditionExpression="#last = :last")
    attempt = style.attempt(once, "update_item", **given)
    assert refused(attempt) == "ConditionalCheckFailedException"
    style.table.put_item(Item={"id": id, "last": "x"})
    assert refused(attempt) == "ConditionalCheckFailedException"
    assert style.shown(style.attempt(once, "update_item", **given)())["hits"] == 1


def test_many_requests_at_the_same_time(style):
    id, seen = style.id("many"), []
    attempts = [style.attempt(once, "update_item", **add(id, ReturnValues="UPDATED_NEW")) for _ in range(6)]
    threads = [threading.Thread(target=lambda run=run: seen.append((run, style.shown(run())["hits"]))) for run in attempts * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {len({hits for run, hits in seen if run is attempt}) for attempt in attempts} == {1}
    assert sorted({hits for _, hits in seen}) == [1, 2, 3, 4, 5, 6]
    assert style.item(id)["hits"] == 6


def test_a_transaction_of_the_user(style):
    if style.name == "resource":
        pytest.skip("tables have no transactions")
    id = style.id("transaction")
    writes = lambda condition: [
        {"Update": {"TableName": "items", **add(id)}},
        {"Put": {"TableName": "items", "Item": {"id": f"{id}/2"}, **condition}},
    ]

    def attempt(condition):
        run = retry_safe(lambda event: event["id"], name="tests", log=style.log)(
            lambda _event: once("both", style.client.transact_write_items, **marshalled({"TransactItems": writes(condition)}))
        )
        event = {"id": f"r{next(REQUESTS)}"}
        return lambda: run(event)

    first = attempt({})
    first()
    first()
    assert style.item(id)["hits"] == 1
    other = attempt({"ConditionExpression": "attribute_not_exists(id)"})
    for _ in range(2):
        with pytest.raises(style.client.exceptions.TransactionCanceledException) as caught:
            other()
        assert [reason["Code"] for reason in caught.value.response["CancellationReasons"]] == ["None", "ConditionalCheckFailed"]


def test_in_the_item(style):
    id = style.id("marked")
    plain = style.attempt(once_in_item, "update_item", **add(id))
    plain()
    plain()
    valued = style.attempt(once_in_item, "update_item", **add(id, ReturnValues="UPDATED_NEW"))
    first = style.shown(valued())
    style.attempt(once_in_item, "update_item", **add(id))()
    assert style.shown(valued()) == first == {"hits": 2, "last": "x"}
    assert style.item(id)["hits"] == 3


@pytest.mark.parametrize("protect, method, given", [
    (once, "put_item", {"Item": {"id": "never"}, "Expected": {}}),
    (once, "put_item", {"Item": {"id": "never"}, "ReturnValues": "ALL_OLD"}),
    (once, "get_item", {"Key": {"id": "never"}}),
    (once, "query", {}),
    (once_in_item, "update_item", add("never", ConditionExpression="attribute_exists(id)")),
    (once_in_item, "update_item", add("never", ReturnValues="ALL_NEW")),
    (once_in_item, "put_item", {"Item": {"id": "never"}}),
])
def test_what_cannot_be_once_is_refused_before_it_is_sent(style, protect, method, given):
    with pytest.raises(RetryError) as caught:
        style.attempt(protect, method, **given)()
    assert caught.value.code == "NOT_SUPPORTED"
    assert style.item("never") is None


def test_the_log(style):
    log = style.log
    event = {"id": f"r{next(REQUESTS)}"}

    @retry_safe(lambda given: given["id"], name="tests", log=log, lease=True)
    def handler(_event):
        from aplomb.retry import at_most_once, keep, started_at

        return started_at(), keep("n", random.random), at_most_once("mail", random.random)

    assert handler(event) == handler(event)


@pytest.fixture
def user(dynamodb):
    class User(Model):
        class Meta:
            table_name = "items"
            host = dynamodb
            region = CREDENTIALS["region_name"]
            aws_access_key_id = CREDENTIALS["aws_access_key_id"]
            aws_secret_access_key = CREDENTIALS["aws_secret_access_key"]

        id = UnicodeAttribute(hash_key=True)
        visits = NumberAttribute(default=0)
        version = VersionAttribute()

    return User


def test_models_of_pynamodb(user, dynamodb):
    log = logs.dynamodb(boto3.client("dynamodb", endpoint_url=dynamodb, **CREDENTIALS))
    safe = lambda handler: retry_safe(lambda event: event, name="tests", log=log)(handler)

    def create(event):
        model = user(event)
        once("save", model.save)
        return model.version

    assert [safe(create)("p1"), safe(create)("p1")] == [1, 1]

    def visit(event):
        model = user("p1")
        once("visit", model.update, actions=[user.visits.add(1)], add_version_condition=False)
        return model.visits

    assert [safe(visit)("v1"), safe(visit)("v2"), safe(visit)("v1")] == [1, 2, 1]
    assert user.get("p1", consistent_read=True).visits == 2

    def refuse(_event):
        once("save", user("p1").save, condition=user.id.does_not_exist())

    def refuse_update(_event):
        once("update", user("p1").update, actions=[user.visits.add(1)], condition=user.visits > 100, add_version_condition=False)

    for _ in range(2):
        with pytest.raises(PutError):
            safe(refuse)("e1")
        with pytest.raises(UpdateError):
            safe(refuse_update)("e2")

    def remove(_event):
        once("delete", user("p1").delete, add_version_condition=False)

    safe(remove)("d1")
    user("p1", visits=7).save()
    safe(remove)("d1")
    assert user.get("p1", consistent_read=True).visits == 7


def _value(draw):
    return decimal.Decimal(draw.choice(["0", "1", "-2.5", "1000", "0.001", "12345678901234567890.5"]))


ACTIONS = {
    "SET": [("n", "#n = n + :n"), ("n", "n = if_not_exists(missing, :n) - n"), ("l", "l = list_append(l, :l)"), ("l1", "l[1] = :n"),
            ("l9", "l[9] = m.a"), ("m", "m.a = m.a + :n"), ("b", "m.b = l[0]"), ("y", "y = (n - :n)"), ("ml", "m.l[0] = :t")],
    "REMOVE": [("n", "n"), ("l0", "l[0]"), ("l2", "l[2]"), ("m", "m.a"), ("q", "q"), ("ml", "m.l[0]")],
    "ADD": [("n", "n :n"), ("fresh", "fresh :n"), ("s", "s :s"), ("sum", "m.sum :n")],
    "DELETE": [("s", "s :s"), ("none", "nothing :s")],
}


def test_expressions_mean_what_dynamodb_says(style):
    draw, compared = random.Random(3), 0
    for _ in range(150):
        taken, sections = set(), []
        for verb, actions in ACTIONS.items():
            chosen = [text for target, text in actions if draw.random() < 0.25 and target not in taken and not taken.add(target)]
            sections += [f"{verb} {', '.join(chosen)}"] if chosen else []
        expression = " ".join(sections)
        item = {"id": "e", "n": _value(draw), "l": [_value(draw) for _ in range(3)], "m": {"a": _value(draw), "l": [_value(draw)]}, "s": {"a", "b"}}
        values = {":n": _value(draw), ":l": [_value(draw)], ":s": draw.choice([{"a"}, {"a", "b"}, {"c"}]), ":t": "x"}
        used = {name: value for name, value in values.items() if f"{name}" in expression.replace(",", " ").replace(")", " ").split() or f"{name}" in expression}
        names = {"#n": "n"} if "#n" in expression else {}
        if not expression:
            continue
        style.table.put_item(Item=item)
        given = {"UpdateExpression": expression, **({"ExpressionAttributeValues": used} if used else {}), **({"ExpressionAttributeNames": names} if names else {})}
        try:
            style.table.update_item(Key={"id": "e"}, **given)
        except ClientError as error:
            assert error.response["Error"]["Code"] == "ValidationException", expression
            continue
        low = lambda fields: fields if style.name == "resource" else {key: SERIALIZE(value) for key, value in fields.items()}
        after = applied(parse(expression, names), low(item), low(used), style.name == "resource")
        shown = after if style.name == "resource" else {key: DESERIALIZE(value) for key, value in after.items()}
        assert shown == style.item("e"), expression
        compared += 1
    assert compared > 50


@pytest.mark.parametrize("text", ["SET", "SET a", "SET a = ", "FROB a", "SET a = b(", "SET a[ = :b", "SET a = :b,", "REMOVE :v", "ADD a", "\0", "SET a = if_not_exists(b)"])
def test_garbage_is_not_understood(text):
    with pytest.raises(RetryError):
        parse(text, {})
