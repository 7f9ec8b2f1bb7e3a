import base64
import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Scan:
    parcel: str
    depot: str
    scanned_at: str
    code: str

    @classmethod
    def from_record(cls, record):
        payload = json.loads(base64.b64decode(record["kinesis"]["data"]))
        return cls(
            parcel=payload["parcel"],
            depot=payload["depot"],
            scanned_at=payload["scannedAt"],
            code=payload.get("code", "IN"),
        )
