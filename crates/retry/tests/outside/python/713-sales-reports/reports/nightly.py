from datetime import date

from reports.table import store, totals


def handler(event, context):
    today = date.today().isoformat()
    store(f"nightly/{today}.csv", totals([today]))
