import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

async function firstTime(messageId) {
  try {
    await ddb.send(
      new PutCommand({
        TableName: process.env.PROCESSED_TABLE,
        Item: { messageId, ttl: Math.floor(Date.now() / 1000) + 7 * 24 * 3600 },
        ConditionExpression: "attribute_not_exists(messageId)",
      }),
    );
    return true;
  } catch (err) {
    if (err.name === "ConditionalCheckFailedException") return false;
    throw err;
  }
}

export const handler = async ({ Records }) => {
  for (const { messageId, body } of Records) {
    if (!(await firstTime(messageId))) {
      console.log("duplicate", messageId);
      continue;
    }
    const { memberId, points } = JSON.parse(body);
    await ddb.send(
      new UpdateCommand({
        TableName: process.env.MEMBERS_TABLE,
        Key: { memberId },
        UpdateExpression: "ADD points :p",
        ExpressionAttributeValues: { ":p": points },
      }),
    );
  }
};
