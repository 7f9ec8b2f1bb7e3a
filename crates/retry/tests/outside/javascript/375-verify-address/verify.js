import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, DeleteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

async function redeem(token) {
  const { Attributes } = await doc.send(new DeleteCommand({
    TableName: "verification-tokens",
    Key: { token },
    ReturnValues: "ALL_OLD",
  }));
  return Attributes;
}

export const handler = async (event) => {
  const token = event.queryStringParameters?.token;
  if (!token) return { statusCode: 400, body: "token is missing" };

  const redeemed = await redeem(token);
  if (!redeemed) return { statusCode: 410, body: "this link was used before" };

  await doc.send(new UpdateCommand({
    TableName: "users",
    Key: { userId: redeemed.userId },
    UpdateExpression: "SET verified = :yes",
    ExpressionAttributeValues: { ":yes": true },
  }));
  return { statusCode: 302, headers: { location: "https://app.example/welcome" } };
};
