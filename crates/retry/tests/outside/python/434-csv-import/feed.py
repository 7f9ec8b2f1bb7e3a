import codecs
import csv
from decimal import Decimal, InvalidOperation


def rows(stream):
    reader = csv.DictReader(codecs.getreader("utf-8")(stream), delimiter=";")
    for line, row in enumerate(reader, start=2):
        try:
            price = Decimal(row["price"])
        except InvalidOperation:
            print(f"line {line}: bad price {row['price']!r}")
            continue
        yield {"sku": row["sku"].strip(), "name": row["name"], "price": price}
