from datetime import datetime, timedelta

from reports.table import store, totals


def handler(event, context):
    monday = datetime.strptime(event["time"], "%Y-%m-%dT%H:%M:%SZ").date()
    days = [(monday - timedelta(days=back)).isoformat() for back in range(7, 0, -1)]
    store(f"weekly/{days[0]}.csv", totals(days))
