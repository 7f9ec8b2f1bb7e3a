import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDBClient({}));

async function* expiredSessions(cutoff) {
  let ExclusiveStartKey;
  do {
    const page = await db.scan({
      TableName: process.env.SESSIONS,
      FilterExpression: "expiresAt < :cutoff",
      ExpressionAttributeValues: { ":cutoff": cutoff },
      ProjectionExpression: "id",
      ExclusiveStartKey,
    });
    yield* page.Items;
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}

export const sessions = async () => {
  let count = 0;
  for await (const { id } of expiredSessions(Math.floor(Date.now() / 1000))) {
    await db.delete({ TableName: process.env.SESSIONS, Key: { id } });
    count += 1;
  }
  console.log(`removed ${count} sessions`);
};

export const drafts = async (event) => {
  const { owner } = event.pathParameters;
  const { Items = [] } = await db.query({
    TableName: process.env.DRAFTS,
    KeyConditionExpression: "#owner = :owner",
    ExpressionAttributeNames: { "#owner": "owner" },
    ExpressionAttributeValues: { ":owner": owner },
  });
  for (const { draft } of Items) {
    await db.delete({ TableName: process.env.DRAFTS, Key: { owner, draft } });
  }
  return { statusCode: 200, body: JSON.stringify({ deleted: Items.length }) };
};
