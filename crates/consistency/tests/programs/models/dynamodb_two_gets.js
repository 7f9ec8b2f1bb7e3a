// ✗✗✗✗✗✗✗✗✗✗✗✗✗ DynamoDB: two reads around a transfer see half of it
// dynamodb:transactions ✗
const AWS = require("aws-sdk");
const { assume, concurrently, integer, invariant, table } = require("@aplomb/consistency");
const db = new AWS.DynamoDB.DocumentClient();

async function transfer(from, to, amount) {
  await db.transactWrite({
    TransactItems: [
      { Update: { TableName: "accounts", Key: { id: from }, UpdateExpression: "SET balance = balance - :a",
          ConditionExpression: "balance >= :a", ExpressionAttributeValues: { ":a": amount } } },
      { Update: { TableName: "accounts", Key: { id: to }, UpdateExpression: "ADD balance :a",
          ExpressionAttributeValues: { ":a": amount } } },
    ],
  }).promise();
}

async function total() {
  const alice = await db.get({ TableName: "accounts", Key: { id: "alice" }, ConsistentRead: true }).promise();
  const bob = await db.get({ TableName: "accounts", Key: { id: "bob" }, ConsistentRead: true }).promise();
  return alice.Item.balance + bob.Item.balance;
}

const accounts = table("accounts", { balance: 0 }, { rows: { alice: { balance: 100 }, bob: { balance: 50 } } });
const amount = integer("amount", 10);
assume(amount > 0);
const [, sum] = concurrently(() => transfer("alice", "bob", amount), total);
invariant("the sum is constant", () => sum === 150);
