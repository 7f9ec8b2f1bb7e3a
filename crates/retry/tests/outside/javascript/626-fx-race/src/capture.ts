import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { quote } from "./providers";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async ({ pair }: { pair: string }) => {
  const { provider, rate } = await quote(pair);
  await db.send(
    new PutCommand({ TableName: process.env.RATES, Item: { pair, provider, rate } }),
  );
};
