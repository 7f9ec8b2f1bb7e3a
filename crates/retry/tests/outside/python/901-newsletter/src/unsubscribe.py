from common import response, table


def handler(event, context):
    email = event["pathParameters"]["email"].lower()
    table.update_item(
        Key={"email": email},
        UpdateExpression="SET #s = :unsubscribed",
        ExpressionAttributeNames={"#s": "status"},
        ExpressionAttributeValues={":unsubscribed": "unsubscribed"},
    )
    return response(200, {"email": email, "status": "unsubscribed"})
