"""Decimals, zones, sets, generators, classes: values that are not JSON."""

import dataclasses
import datetime
import decimal
import enum
import os
import platform
import random
import secrets
import socket
import time
import uuid
import zoneinfo
from datetime import date, timedelta, timezone


class Colour(enum.Enum):
    RED = 1


@dataclasses.dataclass
class Order:
    id: str
    at: datetime.datetime


def zones(event, context):
    now = datetime.datetime.now(timezone.utc)
    berlin = zoneinfo.ZoneInfo("Europe/Berlin")
    return [
        now.isoformat(), now.astimezone(berlin).isoformat(), datetime.datetime.now(berlin).isoformat(), datetime.datetime.now().isoformat(),
        datetime.datetime.now().astimezone().isoformat(), date.today().isoformat(), time.localtime().tm_hour, time.ctime(), time.strftime("%H:%M %Z"),
        datetime.datetime.fromtimestamp(0).isoformat(), (now - timedelta(days=1)).isoformat(), datetime.datetime.now().timestamp(),
    ]


def classes(event, context):
    class Moment(datetime.datetime):
        pass

    moment = Moment.now()
    return [
        type(moment).__name__, isinstance(moment, datetime.datetime), isinstance(datetime.datetime.now(), date), type(datetime.datetime.now()) is datetime.datetime,
        datetime.datetime.now().replace(year=2000).year, datetime.datetime(2020, 1, 2) < datetime.datetime.now(), str(datetime.date.fromtimestamp(0).year),
        datetime.datetime.strptime("2020-01-02", "%Y-%m-%d").isoformat(), datetime.datetime.min.year, issubclass(Moment, datetime.datetime),
    ]


def chance(event, context):
    numbers = list(range(10))
    random.shuffle(numbers)
    own = random.Random(7)
    system = random.SystemRandom()
    generator = (random.random() for _ in range(2))
    return [
        numbers, own.random(), system.randint(1, 10**9), secrets.token_urlsafe(8), secrets.choice("abc"), secrets.randbelow(100), os.urandom(4).hex(),
        str(uuid.uuid4()), str(uuid.uuid1()), str(uuid.uuid5(uuid.NAMESPACE_DNS, "x")), random.gauss(0, 1), random.choices("ab", k=3), list(generator),
        random.Random().random(),
    ]


def seeded(event, context):
    random.seed(5)
    first = random.random()
    random.seed()
    return [first, random.random()]


def machine(event, context):
    return [socket.gethostname(), os.getpid(), os.cpu_count(), platform.node(), time.process_time() >= 0, os.getloadavg()[0], time.thread_time() >= 0]


def numbers(event, context):
    total = decimal.Decimal("0.1") + decimal.Decimal("0.2")
    return {"total": str(total), "colour": Colour.RED.name, "order": dataclasses.asdict(Order("1", datetime.datetime.now()))["at"].isoformat()}


def results(event, context):
    return {"decimal": decimal.Decimal("1.50"), "when": datetime.datetime.now(timezone.utc), "tuple": (1, 2), "set": {"a", "b"}, "bytes": b"\xff\x00", 3: "three", "nan": float("nan")}


def text_order(event, context):
    return list({"one", "two", "three", "four", "five", "six"})
