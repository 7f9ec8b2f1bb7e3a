import json

from asset.model import AssetModel
from pynamodb.exceptions import DoesNotExist


def get(event, context):
    try:
        asset = AssetModel.get(hash_key=event["path"]["asset_id"])
    except DoesNotExist:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps({"download_url": asset.url("get_object")})}
