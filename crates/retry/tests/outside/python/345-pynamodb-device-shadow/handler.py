import logging

from models import Device

logger = logging.getLogger()


def shadow(event, context):
    device = Device(event["device"], firmware=event.get("firmware", "unknown"))
    if "battery" in event:
        device.battery = int(event["battery"])
    device.save()
    logger.info("saved %s with battery %s", device.id, device.battery)
