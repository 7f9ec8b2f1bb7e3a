from dataclasses import dataclass
from typing import List
from urllib.parse import unquote_plus


@dataclass(frozen=True)
class ObjectRef:
    bucket: str
    key: str

    def as_source(self) -> dict:
        return {"Bucket": self.bucket, "Key": self.key}


def of_event(event: dict) -> List[ObjectRef]:
    return [
        ObjectRef(r["s3"]["bucket"]["name"], unquote_plus(r["s3"]["object"]["key"]))
        for r in event["Records"]
    ]
