from pynamodb.attributes import UnicodeAttribute
from pynamodb.models import Model


class Session(Model):
    class Meta:
        table_name = "device-sessions"
        region = "eu-central-1"

    device = UnicodeAttribute(hash_key=True)
    token = UnicodeAttribute()
    opened_at = UnicodeAttribute()
