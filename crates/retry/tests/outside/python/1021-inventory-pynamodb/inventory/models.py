from pynamodb.attributes import NumberAttribute, UnicodeAttribute
from pynamodb.models import Model


class Product(Model):
    class Meta:
        table_name = "inventory-products"
        region = "eu-west-1"

    sku = UnicodeAttribute(hash_key=True)
    title = UnicodeAttribute(null=True)
    stock = NumberAttribute(default=0)
    price = NumberAttribute(default=0)
