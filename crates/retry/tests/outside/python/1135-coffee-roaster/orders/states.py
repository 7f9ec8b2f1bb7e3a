from enum import Enum


class State(str, Enum):
    RECEIVED = "received"
    ROASTING = "roasting"
    PACKED = "packed"
    SHIPPED = "shipped"


FOLLOWING = {
    State.RECEIVED: State.ROASTING,
    State.ROASTING: State.PACKED,
    State.PACKED: State.SHIPPED,
}
