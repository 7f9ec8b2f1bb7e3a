import os
from dataclasses import dataclass

import boto3


@dataclass(frozen=True)
class Preference:
    user: str
    channel: str
    enabled: bool

    @property
    def key(self):
        return {"pk": f"USER#{self.user}", "sk": f"PREF#{self.channel}"}


class PreferenceRepository:
    def __init__(self, table=None):
        self._table = table or boto3.resource("dynamodb").Table(os.environ["TABLE"])

    def save(self, preference: Preference):
        self._table.put_item(Item={**preference.key, "enabled": preference.enabled})

    def is_enabled(self, user, channel):
        item = self._table.get_item(
            Key={"pk": f"USER#{user}", "sk": f"PREF#{channel}"}
        ).get("Item")
        return bool(item and item["enabled"])
