from asset.model import AssetModel
from pynamodb.exceptions import DoesNotExist


def update(event, context):
    try:
        asset = AssetModel.get(hash_key=event["path"]["asset_id"])
    except DoesNotExist:
        return {"statusCode": 404}
    if asset.state != "RECEIVED":
        return {"statusCode": 412}
    asset.state = "UPLOADED"
    asset.save()
    return {"statusCode": 204}
