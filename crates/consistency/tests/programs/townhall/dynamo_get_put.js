// DynamoDB: the item is read (consistently), changed, and put back without a condition.
// dynamodb:eventual ✗
// dynamodb:strong ✗
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { concurrently, invariant, table } from "@aplomb/consistency";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

async function vote(poll) {
  const { Item } = await client.send(
    new GetCommand({ TableName: "polls", Key: { id: poll }, ConsistentRead: true }),
  );
  await client.send(new PutCommand({ TableName: "polls", Item: { id: poll, votes: Item.votes + 1 } }));
}

const polls = table("polls", { votes: 0 }, { rows: ["tea"] });

concurrently(() => vote("tea"), () => vote("tea"));

invariant("both votes count", () => polls.read("tea").votes === 2);
