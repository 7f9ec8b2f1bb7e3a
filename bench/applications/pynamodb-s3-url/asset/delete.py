from asset.model import AssetModel
from pynamodb.exceptions import DoesNotExist


def delete(event, context):
    try:
        asset = AssetModel.get(hash_key=event["path"]["asset_id"])
    except DoesNotExist:
        return {"statusCode": 404}
    asset.state = "DELETED"
    asset.save()
    return {"statusCode": 204}
