import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { client, STOCK_TABLE } from "./client.js";

export const handler = async ({ Records }) => {
  await Promise.all(
    Records.map(async ({ body }) => {
      const delivery = JSON.parse(body);
      await client.send(
        new UpdateCommand({
          TableName: STOCK_TABLE,
          Key: { sku: delivery.sku },
          UpdateExpression: "ADD available :received",
          ExpressionAttributeValues: { ":received": delivery.quantity },
        }),
      );
    }),
  );
};
