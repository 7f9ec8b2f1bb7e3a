from dataclasses import dataclass, replace


class Conflict(Exception):
    """Somebody else has changed the stock."""


@dataclass(frozen=True)
class Stock:
    sku: str
    level: int = 0
    version: int = 0

    def adjusted(self, delta):
        return replace(self, level=self.level + delta, version=self.version + 1)
