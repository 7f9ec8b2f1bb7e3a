// ✗✗✗✗✗✗✗✗✗✗✗✗✗ DynamoDB: a get and a put, which overwrites what came between
// dynamodb:strong ✗
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { concurrently, integer, invariant, table, assume } from "@aplomb/consistency";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export async function withdraw(id: string, amount: number) {
  const found = await client.send(new GetCommand({ TableName: "accounts", Key: { id }, ConsistentRead: true }));
  if (!found.Item || found.Item.balance < amount) return false;
  await client.send(new PutCommand({ TableName: "accounts", Item: { id, balance: found.Item.balance - amount } }));
  return true;
}

const accounts = table("accounts", { balance: 0 }, { rows: { alice: { balance: 100 } } });
const [a, b] = [integer("a", 70), integer("b", 80)];
assume(a > 0 && b > 0);
const [first, second] = concurrently(() => withdraw("alice", a), () => withdraw("alice", b));
invariant("money is handed out once", () => accounts.read("alice")!.balance === 100 - (first ? a : 0) - (second ? b : 0));
