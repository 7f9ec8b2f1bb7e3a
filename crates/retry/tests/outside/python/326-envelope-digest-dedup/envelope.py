import hashlib
import json
from dataclasses import asdict, dataclass, field
from datetime import datetime, timezone


def _now():
    return datetime.now(timezone.utc).isoformat()


@dataclass
class Envelope:
    kind: str
    subject: str
    data: dict
    emitted: str = field(default_factory=_now)

    def dump(self):
        return json.dumps(asdict(self), sort_keys=True)

    @property
    def digest(self):
        return hashlib.sha256(self.dump().encode()).hexdigest()
