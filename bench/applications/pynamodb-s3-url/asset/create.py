import json
import uuid

from asset.model import AssetModel


def create(event, context):
    asset = AssetModel()
    asset.asset_id = str(uuid.uuid4())
    asset.save()
    body = {"id": asset.asset_id, "upload_url": asset.url("put_object")}
    return {"statusCode": 201, "body": json.dumps(body)}
