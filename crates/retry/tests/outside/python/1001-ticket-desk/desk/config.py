import os

TICKETS_TABLE = os.environ["TICKETS_TABLE"]
PRIORITIES = ("low", "normal", "high")
