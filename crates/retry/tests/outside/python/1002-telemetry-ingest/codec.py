import base64
import json
from dataclasses import dataclass
from decimal import Decimal
from typing import Iterator


@dataclass(frozen=True)
class Reading:
    device: str
    ts: int
    celsius: Decimal


def decode(record: dict) -> Reading:
    raw = json.loads(base64.b64decode(record["kinesis"]["data"]), parse_float=Decimal)
    return Reading(device=raw["device"], ts=raw["ts"], celsius=raw["celsius"])
