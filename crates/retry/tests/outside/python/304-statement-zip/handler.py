import hashlib
import io
import zipfile

import boto3
from botocore.exceptions import ClientError

dynamodb = boto3.resource("dynamodb")
ledger = dynamodb.Table("ledger")
digests = dynamodb.Table("statement-digests")
s3 = boto3.client("s3")


def build(entries):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in entries:
            archive.writestr(name, text)
    return buffer.getvalue()


def monthly(event, context):
    detail = event["detail"]
    statement = f"{detail['account']}-{detail['month']}"
    item = ledger.get_item(Key={"account": detail["account"]}).get("Item", {})
    blob = build([
        ("statement.txt", f"{detail['month']}: {item.get('balance', 0)}"),
        ("terms.txt", "Balances in EUR."),
    ])
    s3.put_object(Bucket="acme-statements", Key=f"{statement}.zip", Body=blob)
    try:
        digests.put_item(
            Item={"statement": statement, "sha256": hashlib.sha256(blob).hexdigest()},
            ConditionExpression="attribute_not_exists(statement)",
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
