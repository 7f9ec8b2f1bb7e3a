// a transaction that is refused by the condition on another item writes nothing
// publish: safe alone, unsafe-concurrent together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const publish = async ({ id }) => {
  try {
    await db.transactWrite({
      TransactItems: [
        { Put: { TableName: "posts", Item: { id, text: "published" } } },
        {
          ConditionCheck: {
            TableName: "switches",
            Key: { id: "posting" },
            ConditionExpression: "attribute_exists(id)",
          },
        },
      ],
    });
  } catch (error) {
    if (error.name !== "TransactionCanceledException") throw error;
  }
  await db.put({ TableName: "log", Item: { id, kind: "seen" } });
  return "ok";
};

export const open = async () => {
  await db.put({ TableName: "switches", Item: { id: "posting" } });
};

export const post = async ({ id }) => (await db.get({ TableName: "posts", Key: { id } })).Item;

export const logged = async ({ id }) => (await db.get({ TableName: "log", Key: { id } })).Item;
