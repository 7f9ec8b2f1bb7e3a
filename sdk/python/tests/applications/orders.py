"""Handlers in the styles that people write."""

import datetime
import json
import os
import random
import secrets
import threading
import time
import urllib.error
import urllib.request
import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime as moment
from decimal import Decimal

import boto3
import requests

STARTED = uuid.uuid4().hex
client = boto3.client("dynamodb")
table = boto3.resource("dynamodb").Table("orders")


def client_style(event, context):
    identity = str(uuid.uuid4())
    client.put_item(TableName="orders", Item={"id": {"S": identity}, "article": {"S": event["article"]}})
    found = client.get_item(TableName="orders", Key={"id": {"S": identity}})["Item"]
    try:
        client.put_item(
            TableName="orders", Item={"id": {"S": identity}}, ConditionExpression="attribute_not_exists(id)"
        )
        refused = None
    except client.exceptions.ConditionalCheckFailedException as error:
        refused = error.response["Error"]["Code"]
    return {"found": found, "refused": refused, "started": STARTED, "request": context.aws_request_id}


def resource_style(event, context):
    table.put_item(Item={"id": event["id"], "at": Decimal(str(round(time.time()))), "tags": {"b", "a"}})
    table.update_item(
        Key={"id": event["id"]}, UpdateExpression="ADD n :one", ExpressionAttributeValues={":one": Decimal(1)}
    )
    item = table.get_item(Key={"id": event["id"]})["Item"]
    return {"n": int(item["n"]), "tags": sorted(item["tags"]), "now": moment.now().isoformat()}


def everything(event, context):
    web = os.environ["WEB"]
    answer = requests.post(f"{web}/a", json=event, timeout=5)
    with urllib.request.urlopen(f"{web}/b?password={event.get('password', '')}") as opened:
        other = json.load(opened)
    try:
        urllib.request.urlopen(f"{web}/missing")
    except urllib.error.HTTPError as error:
        missing = error.code
    try:
        requests.get("http://127.0.0.1:1/", timeout=5)
    except requests.exceptions.ConnectionError as error:
        refused = type(error).__name__
    with open("/etc/hostname") as file:
        host = file.read()
    return {
        "answer": answer.json(),
        "other": other,
        "missing": missing,
        "refused": refused,
        "host": host,
        "random": [random.random(), random.randint(1, 1000), random.choice("abc"), secrets.token_hex(4)],
        "times": [time.time(), datetime.datetime.utcnow().isoformat(), str(datetime.date.today()), time.strftime("%H")],
        "zoned": moment.now(datetime.timezone.utc).isoformat(),
        "one": str(uuid.uuid1()),
        "is": isinstance(moment.now(), moment) and isinstance(moment.now(), datetime.date),
    }


def threads(event, context):
    log, lock = [], threading.Lock()

    def work(number):
        time.sleep(random.random() / 100)
        table.put_item(Item={"id": f"thread-{number}"})
        with lock:
            log.append([number, time.time()])
        return number

    with ThreadPoolExecutor(3) as pool:
        results = list(pool.map(work, range(3)))
    return {"log": sorted(log), "results": results}


def fails(event, context):
    time.time()
    raise KeyError(event["name"])


def socket(event, context):
    import socket as plain

    address = os.environ["WEB"].rsplit("/", 1)[1].split(":")
    with plain.create_connection((address[0], int(address[1]))):
        return 1
