// unknown the reply of Update
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { concurrently, invariant, table } from "@aplomb/consistency";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export async function visit() {
  const reply = await client.send(new UpdateCommand({ TableName: "pages", Key: { id: "home" },
    UpdateExpression: "SET visits = visits + :n", ExpressionAttributeValues: { ":n": 1 } }));
  return reply.ConsumedCapacity;
}

const pages = table("pages", { visits: 0 }, { rows: { home: { visits: 0 } } });
const [first, second] = concurrently(visit, visit);
invariant("all visits count", () => pages.read("home")!.visits === 2 && !(first === 5));
