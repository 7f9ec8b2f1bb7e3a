import { createHmac } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDBClient({}));
const TableName = process.env.INVITES;

const tokenFor = (team: string, email: string) =>
  createHmac("sha256", process.env.SIGNING_KEY!).update(`${team}\n${email}`).digest("base64url");

export const create = async (event: APIGatewayProxyEventV2) => {
  const team = event.pathParameters!.team!;
  const email = JSON.parse(event.body!).email.toLowerCase();
  const token = tokenFor(team, email);

  await db
    .put({
      TableName,
      Item: { token, team, email, accepted: false, invitedAt: new Date().toISOString() },
      ConditionExpression: "attribute_not_exists(#token)",
      ExpressionAttributeNames: { "#token": "token" },
    })
    .catch((error) => {
      // invited before: the link stays the same
      if (error.name !== "ConditionalCheckFailedException") throw error;
    });
  return { statusCode: 200, body: JSON.stringify({ link: `${process.env.BASE_URL}/${token}` }) };
};

export const accept = async (event: APIGatewayProxyEventV2) => {
  const token = event.pathParameters!.token!;
  const { Item: invite } = await db.get({ TableName, Key: { token } });
  if (!invite) return { statusCode: 404, body: "" };
  if (invite.accepted) {
    return { statusCode: 410, body: JSON.stringify({ message: "This invitation was used" }) };
  }
  await db.update({
    TableName,
    Key: { token },
    UpdateExpression: "SET accepted = :yes",
    ExpressionAttributeValues: { ":yes": true },
  });
  return { statusCode: 200, body: JSON.stringify({ team: invite.team, email: invite.email }) };
};
