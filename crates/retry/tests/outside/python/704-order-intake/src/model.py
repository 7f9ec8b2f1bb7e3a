from dataclasses import asdict, dataclass, field
from typing import List
import json


@dataclass(frozen=True)
class Line:
    sku: str
    quantity: int


@dataclass(frozen=True)
class Order:
    order_id: str
    customer: str
    lines: List[Line] = field(default_factory=list)

    @classmethod
    def from_request(cls, body):
        return cls(
            order_id=body["orderId"],
            customer=body["customer"],
            lines=[Line(sku=line["sku"], quantity=int(line["quantity"])) for line in body["lines"]],
        )

    def to_json(self):
        return json.dumps(asdict(self), sort_keys=True)
