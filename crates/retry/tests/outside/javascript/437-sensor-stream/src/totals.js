import { DynamoDBClient, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { decode } from "./decode.js";

const client = new DynamoDBClient({});

export const handler = async (event) => {
  const sums = new Map();
  for (const { device, celsius } of decode(event.Records)) {
    const { count, sum } = sums.get(device) ?? { count: 0, sum: 0 };
    sums.set(device, { count: count + 1, sum: sum + celsius });
  }

  await Promise.all(
    [...sums].map(([device, { count, sum }]) =>
      client.send(
        new UpdateItemCommand({
          TableName: process.env.TOTALS_TABLE,
          Key: { device: { S: device } },
          UpdateExpression: "ADD readings :count, degrees :sum",
          ExpressionAttributeValues: { ":count": { N: `${count}` }, ":sum": { N: `${sum}` } },
        }),
      ),
    ),
  );
};
