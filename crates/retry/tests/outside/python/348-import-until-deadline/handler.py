import boto3

lines = boto3.resource("dynamodb").Table("lines")
RESERVE_MS = 10_000


def import_part(event, context):
    name = event["file"]
    start = int(event.get("next", 0))
    position = start
    for offset, text in enumerate(event["lines"][start:]):
        if context.get_remaining_time_in_millis() < RESERVE_MS:
            break
        position = start + offset + 1
        lines.put_item(Item={"file": name, "line": f"{position:08d}", "text": text})
    return {
        "file": name,
        "lines": event["lines"],
        "next": position,
        "done": position >= len(event["lines"]),
    }
