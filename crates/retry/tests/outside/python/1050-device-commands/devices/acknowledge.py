from devices.table import Refused, commands


def handler(event, context):
    try:
        commands.update_item(
            Key={"device": event["device"], "command": event["command"]},
            UpdateExpression="SET ackedAt = :at",
            ConditionExpression="attribute_not_exists(ackedAt)",
            ExpressionAttributeValues={":at": event["at"]},
        )
    except Refused:
        pass
