import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB({}));

async function isDispatched(orderId) {
  const { Item } = await db.get({ TableName: "orders", Key: { orderId }, ConsistentRead: true });
  return Item?.status === "dispatched";
}

export const handler = async (event) => {
  for (const record of event.Records) {
    const { orderId, carrier, tracking, parcels } = JSON.parse(record.body);
    if (await isDispatched(orderId)) {
      console.log("already dispatched", orderId);
      continue;
    }

    await db.put({ TableName: "shipments", Item: { orderId, carrier, tracking } });
    for (const parcel of parcels) {
      await db.put({ TableName: "parcels", Item: { orderId, parcel: parcel.number, grams: parcel.grams } });
    }
    await db.update({
      TableName: "orders",
      Key: { orderId },
      UpdateExpression: "SET #status = :dispatched",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":dispatched": "dispatched" },
    });
  }
};
