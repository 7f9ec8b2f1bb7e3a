// ✗✗✗✗✗✗✗✗✗✗✗✗✗ DynamoDB: a plain get may be answered from the past, even by one's own writes
// dynamodb:strong ✗
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { concurrently, invariant, table } from "@aplomb/consistency";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
async function putAndLook() {
  await client.send(new UpdateCommand({ TableName: "flags", Key: { id: "a" },
    UpdateExpression: "SET raised = :one", ExpressionAttributeValues: { ":one": 1 } }));
  const found = await client.send(new GetCommand({ TableName: "flags", Key: { id: "a" } }));
  return found.Item!.raised;
}
const flags = table<string, { raised: number }>("flags", { raised: 0 }, { rows: { a: { raised: 0 } } });
const [seen] = concurrently(putAndLook);
invariant("its own write", () => seen === 1);
