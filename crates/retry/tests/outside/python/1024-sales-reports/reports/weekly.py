from datetime import datetime, timedelta

import pandas as pd

from reports import data


def handler(event, context):
    end = datetime.strptime(event["time"], "%Y-%m-%dT%H:%M:%SZ").date()
    start = end - timedelta(days=7)
    frame = pd.DataFrame(data.all_sales())
    frame = frame[(frame["day"] >= start.isoformat()) & (frame["day"] < end.isoformat())]
    frame["amount"] = frame["amount"].astype(float)
    summary = frame.groupby("shop")["amount"].sum()
    data.save(f"weekly/{end.isoformat()}.csv", summary.to_csv())
