import json

from asset.model import AssetModel


def asset_list(event, context):
    found = [
        {"id": asset.asset_id, "state": asset.state, "updatedAt": str(asset.updatedAt)}
        for asset in AssetModel.scan()
    ]
    return {"statusCode": 200, "body": json.dumps(found)}
