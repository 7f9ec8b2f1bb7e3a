import csv
import io
import os

import boto3

answers = boto3.resource("dynamodb").Table(os.environ["ANSWERS"])
s3 = boto3.client("s3")


def handler(event, context):
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["survey", "respondent"])
    page = answers.scan()
    while True:
        for item in page["Items"]:
            writer.writerow([item["survey"], item["respondent"]])
        if "LastEvaluatedKey" not in page:
            break
        page = answers.scan(ExclusiveStartKey=page["LastEvaluatedKey"])
    s3.put_object(Bucket=os.environ["EXPORTS"], Key=f"{event['time'][:10]}/answers.csv", Body=out.getvalue())
