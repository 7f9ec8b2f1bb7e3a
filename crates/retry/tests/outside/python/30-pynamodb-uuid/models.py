from datetime import datetime, timezone
from uuid import uuid4

from pynamodb.attributes import UnicodeAttribute, UTCDateTimeAttribute
from pynamodb.models import Model


class Ticket(Model):
    class Meta:
        table_name = "tickets"
        region = "eu-central-1"

    id = UnicodeAttribute(hash_key=True, default=lambda: uuid4().hex)
    reporter = UnicodeAttribute()
    text = UnicodeAttribute()
    state = UnicodeAttribute(default="OPEN")
    created = UTCDateTimeAttribute(default=lambda: datetime.now(timezone.utc))
