class StockTable:
    def __init__(self, table):
        self._table = table

    def get(self, sku):
        return self._table.get_item(Key={"sku": sku}).get("Item")

    def add(self, sku, quantity):
        result = self._table.update_item(
            Key={"sku": sku},
            UpdateExpression="ADD quantity :q",
            ExpressionAttributeValues={":q": quantity},
            ReturnValues="UPDATED_NEW",
        )
        return int(result["Attributes"]["quantity"])
