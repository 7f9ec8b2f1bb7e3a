import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, ScanCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

async function* orders() {
  let ExclusiveStartKey;
  do {
    const page = await db.send(new ScanCommand({ TableName: "orders", ExclusiveStartKey }));
    yield* page.Items;
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}

export const handler = async () => {
  let revenue = 0;
  for await (const order of orders()) revenue += order.amount;
  return { statusCode: 200, body: JSON.stringify({ revenue }) };
};
