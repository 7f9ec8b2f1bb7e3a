// unknown a request inside a transaction of the model
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { concurrently, invariant, table, transaction } from "@aplomb/consistency";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const flags = table<string, { n: number }>("flags", { n: 0 }, { rows: { a: { n: 0 } } });
const raise = transaction("raise", async () => {
  await client.send(new UpdateCommand({ TableName: "flags", Key: { id: "a" },
    UpdateExpression: "SET n = :one", ExpressionAttributeValues: { ":one": 1 } }));
});
concurrently(raise);
invariant("any", () => flags.read("a")!.n <= 1);
