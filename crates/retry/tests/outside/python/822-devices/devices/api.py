import json

from pynamodb.exceptions import PutError

from devices.model import Device


def register(event, context):
    body = json.loads(event["body"])
    device = Device(body["deviceId"], owner=body["owner"])
    try:
        device.save(condition=Device.device_id.does_not_exist())
    except PutError:
        return {"statusCode": 409, "body": json.dumps({"error": "already registered"})}
    return {"statusCode": 201, "body": json.dumps({"deviceId": body["deviceId"]})}


def show(event, context):
    try:
        device = Device.get(event["pathParameters"]["id"])
    except Device.DoesNotExist:
        return {"statusCode": 404, "body": json.dumps({"error": "unknown device"})}
    return {
        "statusCode": 200,
        "body": json.dumps(
            {
                "deviceId": device.device_id,
                "owner": device.owner,
                "battery": device.battery,
                "lastSeen": device.last_seen,
            }
        ),
    }
