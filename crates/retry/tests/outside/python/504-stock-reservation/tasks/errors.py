class OutOfStock(Exception):
    def __init__(self, sku: str):
        super().__init__(f"{sku} is out of stock")
        self.sku = sku
