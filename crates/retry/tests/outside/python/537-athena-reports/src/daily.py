import os
from datetime import datetime, timedelta

import boto3

athena = boto3.client("athena")


def query_for(day: str) -> str:
    return (
        "SELECT region, sum(total) AS revenue FROM orders "
        f"WHERE order_date = DATE '{day}' GROUP BY region"
    )


def handler(event, context):
    scheduled = datetime.strptime(event["time"], "%Y-%m-%dT%H:%M:%SZ")
    yesterday = (scheduled - timedelta(days=1)).strftime("%Y-%m-%d")
    started = athena.start_query_execution(
        QueryString=query_for(yesterday),
        QueryExecutionContext={"Database": os.environ["DATABASE"]},
        ResultConfiguration={"OutputLocation": os.environ["OUTPUT"]},
        # the id of the event has 36 characters; Athena wants at least 32
        ClientRequestToken=event["id"],
    )
    return {"day": yesterday, "query": started["QueryExecutionId"]}
