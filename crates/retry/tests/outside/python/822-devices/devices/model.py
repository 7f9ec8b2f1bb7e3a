from pynamodb.attributes import NumberAttribute, UnicodeAttribute
from pynamodb.models import Model


class Device(Model):
    class Meta:
        table_name = "devices"
        region = "eu-central-1"

    device_id = UnicodeAttribute(hash_key=True)
    owner = UnicodeAttribute(null=True)
    battery = NumberAttribute(null=True)
    last_seen = NumberAttribute(null=True)
