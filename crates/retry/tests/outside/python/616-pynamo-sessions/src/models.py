from uuid import uuid4

from pynamodb.attributes import UnicodeAttribute
from pynamodb.models import Model


class Session(Model):
    class Meta:
        table_name = "sessions"
        region = "eu-west-1"

    id = UnicodeAttribute(hash_key=True, default=lambda: str(uuid4()))
    user = UnicodeAttribute()


class Device(Model):
    class Meta:
        table_name = "devices"
        region = "eu-west-1"

    serial = UnicodeAttribute(hash_key=True)
    model = UnicodeAttribute()


class Token(Model):
    class Meta:
        table_name = "tokens"
        region = "eu-west-1"

    user = UnicodeAttribute(hash_key=True)
    value = UnicodeAttribute()
