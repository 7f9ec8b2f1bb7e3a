# 28 mail then mark sent
# remind: unsafe alone, unsafe together

import boto3

reminders = boto3.resource("dynamodb").Table("reminders")
mail = boto3.client("ses")


def remind(event, context):
    reminder = reminders.get_item(Key={"id": event["id"]}).get("Item")
    if reminder is None or reminder.get("sent"):
        return
    mail.send_email(
        Source="shop@example.com",
        Destination={"ToAddresses": [reminder["address"]]},
        Message={"Subject": {"Data": "Reminder"}, "Body": {"Text": {"Data": reminder["text"]}}},
    )
    reminder["sent"] = True
    reminders.put_item(Item=reminder)
