from decimal import Decimal

from jinja2 import Environment

env = Environment(autoescape=True)
INVOICE = env.from_string(
    "<h1>Invoice {{ number }}</h1>{% for line in lines %}<p>{{ line.name }}: {{ line.price }}</p>{% endfor %}"
    "<b>{{ total }}</b>"
)
RECEIPT = env.from_string("<h1>Receipt</h1><p>{{ date }}: {{ amount }} {{ currency }}</p>")


def total_of(lines) -> str:
    return str(sum((Decimal(str(line["price"])) for line in lines), Decimal("0")))
