from asset.model import AssetModel
from pynamodb.exceptions import DoesNotExist


def event(event, context):
    record = event["Records"][0]
    key = record["s3"]["object"]["key"]
    try:
        asset = AssetModel.get(hash_key=key)
        if record["eventName"].startswith("ObjectCreated"):
            asset.state = "RECEIVED"
            asset.save()
        elif record["eventName"].startswith("ObjectRemoved"):
            asset.delete()
    except DoesNotExist:
        return {"statusCode": 404}
    return {"statusCode": 202}
