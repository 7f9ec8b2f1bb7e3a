// orders.on_events PACKAGED + FULFILLED + get,get
// onEvents: safe alone, unsafe-concurrent together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

const states = { PackageCreated: "PACKAGED", DeliveryCompleted: "FULFILLED" };

export const onEvents = async (event) => {
  const status = states[event["detail-type"]];
  if (!status) return;
  await db.update({
    TableName: "orders",
    Key: { orderId: event.detail.orderId },
    UpdateExpression: "SET #status = :status",
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: { ":status": status },
  });
};

export const get = async ({ orderId }) => {
  const { Item } = await db.get({ TableName: "orders", Key: { orderId } });
  return Item;
};
