from crm import client


def handler(event, context):
    customer = event["detail"]
    client.post(
        "/contacts",
        {
            "external_id": customer["customerId"],
            "name": f"{customer['firstName']} {customer['lastName']}",
            "email": customer["email"],
        },
        idempotency_key=f"registered-{customer['customerId']}",
    )
