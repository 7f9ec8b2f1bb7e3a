import boto3

import partner

partner_orders = boto3.resource("dynamodb").Table("partner-orders")


def forward(event, context):
    order = event["detail"]
    answer = partner.place(order, key=event["id"])
    partner_orders.put_item(Item={"order": order["id"], "partner_id": answer["id"]})
