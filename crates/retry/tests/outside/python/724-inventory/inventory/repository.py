from botocore.exceptions import ClientError

from inventory.domain import Conflict, Stock


class StockRepository:
    def __init__(self, table):
        self.table = table

    def load(self, sku):
        item = self.table.get_item(Key={"sku": sku}, ConsistentRead=True).get("Item")
        if item is None:
            return Stock(sku)
        return Stock(sku, int(item["level"]), int(item["version"]))

    def save_newer(self, stock):
        self._put(stock, "attribute_not_exists(version) OR version < :version", stock.version)

    def save_after(self, stock, seen):
        self._put(stock, "attribute_not_exists(version) OR version = :version", seen)

    def _put(self, stock, condition, version):
        try:
            self.table.put_item(
                Item={"sku": stock.sku, "level": stock.level, "version": stock.version},
                ConditionExpression=condition,
                ExpressionAttributeValues={":version": version},
            )
        except ClientError as error:
            if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
                raise Conflict(stock.sku) from error
            raise
