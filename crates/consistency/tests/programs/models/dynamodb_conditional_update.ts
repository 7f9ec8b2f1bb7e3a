// ✓✓✓✓✗✗✓✗✓✓✗✗✗ DynamoDB: a conditional update
// dynamodb:strong ✓
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { concurrently, integer, invariant, table, assume } from "@aplomb/consistency";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export async function withdraw(id: string, amount: number) {
  try {
    await client.send(new UpdateCommand({ TableName: "accounts", Key: { id },
      UpdateExpression: "SET balance = balance - :a", ConditionExpression: "balance >= :a",
      ExpressionAttributeValues: { ":a": amount } }));
    return true;
  } catch (error) {
    return false;
  }
}

const accounts = table("accounts", { balance: 0 }, { rows: { alice: { balance: 100 } } });
const [a, b] = [integer("a", 70), integer("b", 80)];
assume(a > 0 && b > 0);
const [first, second] = concurrently(() => withdraw("alice", a), () => withdraw("alice", b));
invariant("money is handed out once", () => accounts.read("alice")!.balance === 100 - (first ? a : 0) - (second ? b : 0));
