import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const TableName = process.env.ORDERS_TABLE;
const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
  marshallOptions: { removeUndefinedValues: true },
});

/** Returns false if there is an order with this id already. */
export async function insertOrder(order) {
  try {
    await doc.send(
      new PutCommand({
        TableName,
        Item: order,
        ConditionExpression: "attribute_not_exists(orderId)",
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

export async function loadOrder(orderId) {
  const { Item } = await doc.send(new GetCommand({ TableName, Key: { orderId }, ConsistentRead: true }));
  return Item;
}

export async function setShipped(orderId, { carrier, at }) {
  await doc.send(
    new UpdateCommand({
      TableName,
      Key: { orderId },
      ConditionExpression: "attribute_exists(orderId)",
      UpdateExpression:
        "SET #status = :shipped, carrier = if_not_exists(carrier, :carrier), shippedAt = if_not_exists(shippedAt, :at)",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":shipped": "SHIPPED", ":carrier": carrier, ":at": at },
    }),
  );
}
