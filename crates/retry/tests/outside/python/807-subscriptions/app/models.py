from pynamodb.attributes import UnicodeAttribute, UTCDateTimeAttribute
from pynamodb.models import Model


class Subscription(Model):
    class Meta:
        table_name = "subscriptions"
        region = "eu-west-1"

    email = UnicodeAttribute(hash_key=True)
    plan = UnicodeAttribute(default="free")
    created_at = UTCDateTimeAttribute(null=True)
