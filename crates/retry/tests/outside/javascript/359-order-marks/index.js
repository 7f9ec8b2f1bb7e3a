import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const addPayment = (orderId, cents, messageId) =>
  doc.send(new UpdateCommand({
    TableName: "orders",
    Key: { orderId },
    UpdateExpression: "ADD paidCents :cents, seen :marks",
    ConditionExpression: "attribute_not_exists(seen) OR NOT contains(seen, :mark)",
    ExpressionAttributeValues: {
      ":cents": cents,
      ":marks": new Set([messageId]),
      ":mark": messageId,
    },
  }));

export const handler = async ({ Records }) => {
  for (const { messageId, body } of Records) {
    const { orderId, cents } = JSON.parse(body);
    try {
      await addPayment(orderId, cents, messageId);
    } catch (error) {
      if (error.name !== "ConditionalCheckFailedException") throw error;
      console.log("seen before", messageId);
    }
  }
};
