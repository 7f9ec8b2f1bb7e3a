import hashlib
import io
import json
import zipfile

import boto3

EPOCH = (1980, 1, 1, 0, 0, 0)
bundles = boto3.resource("dynamodb").Table("bundles")
s3 = boto3.client("s3")


def pack(policies):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(policies):
            info = zipfile.ZipInfo(f"{name}.json", date_time=EPOCH)
            archive.writestr(info, json.dumps(policies[name], sort_keys=True))
    return buffer.getvalue()


def bundle(event, context):
    blob = pack(event["policies"])
    digest = hashlib.sha256(blob).hexdigest()
    s3.put_object(Bucket="acme-policy-bundles", Key=f"{digest}.zip", Body=blob)
    try:
        bundles.put_item(
            Item={"digest": digest, "names": sorted(event["policies"])},
            ConditionExpression="attribute_not_exists(digest)",
        )
    except bundles.meta.client.exceptions.ConditionalCheckFailedException:
        pass
    return {"digest": digest}
