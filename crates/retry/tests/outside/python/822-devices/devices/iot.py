import logging

from pynamodb.exceptions import UpdateError

from devices.model import Device

logger = logging.getLogger()


def heartbeat(event, context):
    device = Device(event["deviceId"])
    seen = event["timestamp"]
    try:
        device.update(
            actions=[
                Device.last_seen.set(seen),
                Device.battery.set(event["battery"]),
            ],
            condition=Device.last_seen.does_not_exist() | (Device.last_seen < seen),
        )
    except UpdateError as error:
        if error.cause_response_code != "ConditionalCheckFailedException":
            raise
        logger.info("late heartbeat of %s", event["deviceId"])
