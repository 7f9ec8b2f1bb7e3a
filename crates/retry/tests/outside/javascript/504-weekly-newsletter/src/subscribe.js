import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event) => {
  const { email } = JSON.parse(event.body);
  if (!email || !email.includes("@")) {
    return { statusCode: 400, body: "please enter an e-mail address" };
  }
  await db.send(
    new PutCommand({
      TableName: process.env.SUBSCRIBERS,
      Item: { list: "weekly", email: email.trim().toLowerCase() },
    }),
  );
  return { statusCode: 204 };
};
