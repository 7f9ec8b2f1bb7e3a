from pynamodb.attributes import NumberAttribute, UnicodeAttribute, UTCDateTimeAttribute
from pynamodb.models import Model


class Device(Model):
    class Meta:
        table_name = "devices"
        region = "eu-west-1"

    user_id = UnicodeAttribute(hash_key=True)
    device_id = UnicodeAttribute(range_key=True)
    platform = UnicodeAttribute()
    push_token = UnicodeAttribute(null=True)
    saved_at = UTCDateTimeAttribute()


class Screen(Model):
    class Meta:
        table_name = "screens"
        region = "eu-west-1"

    screen = UnicodeAttribute(hash_key=True)
    views = NumberAttribute(default=0)
