from datetime import datetime, timezone

from pynamodb.attributes import NumberAttribute, UnicodeAttribute, UTCDateTimeAttribute
from pynamodb.models import Model


class Device(Model):
    class Meta:
        table_name = "devices"
        region = "eu-west-1"

    id = UnicodeAttribute(hash_key=True)
    firmware = UnicodeAttribute()
    battery = NumberAttribute(default=100)
    seen_at = UTCDateTimeAttribute(default=lambda: datetime.now(timezone.utc))
