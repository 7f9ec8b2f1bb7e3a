import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB({}));

async function isDone(messageId) {
  const { Item } = await db.get({ TableName: "processed", Key: { messageId }, ConsistentRead: true });
  return Item !== undefined;
}

export const handler = async (event) => {
  for (const { messageId, body } of event.Records) {
    if (await isDone(messageId)) {
      console.log("already done", messageId);
      continue;
    }

    const { orderId, carrier, tracking, parcels } = JSON.parse(body);
    await db.put({ TableName: "shipments", Item: { orderId, carrier, tracking } });
    for (const parcel of parcels) {
      await db.put({ TableName: "parcels", Item: { orderId, parcel: parcel.number, grams: parcel.grams } });
    }
    await db.put({ TableName: "processed", Item: { messageId, at: Date.now() } });
  }
};
