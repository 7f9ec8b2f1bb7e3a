// The same without the condition: the item is read first, and then written.
// dynamodb:eventual ✗
// dynamodb:strong ✗
const { DynamoDBClient, GetItemCommand, UpdateItemCommand } = require("@aws-sdk/client-dynamodb");
const { concurrently, invariant, table } = require("@aplomb/consistency");

const tickets = table("tickets", { owner: 0 }, { rows: { a1: { owner: 0 } }, key: "code" });
const client = new DynamoDBClient({});

async function buy(code, owner) {
  const found = await client.send(
    new GetItemCommand({ TableName: "tickets", Key: { code: { S: code } }, ConsistentRead: true }),
  );
  if (Number(found.Item.owner.N) !== 0) return false;
  await client.send(
    new UpdateItemCommand({
      TableName: "tickets",
      Key: { code: { S: code } },
      UpdateExpression: "SET #o = :o",
      ExpressionAttributeNames: { "#o": "owner" },
      ExpressionAttributeValues: { ":o": { N: String(owner) } },
    }),
  );
  return true;
}

const [ada, bob] = concurrently(() => buy("a1", 1), () => buy("a1", 2));
invariant("sold to one", () => ada !== bob);
