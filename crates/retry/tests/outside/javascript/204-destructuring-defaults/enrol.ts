import { randomUUID, createHash } from "crypto";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

const db = DynamoDBDocument.from(new DynamoDB({}));

interface Enrolment {
  mail: string;
  id?: string;
}

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { mail, id = randomUUID() } = JSON.parse(event.body!) as Enrolment;
  await db.put({ TableName: "members", Item: { id, mail } });
  return { statusCode: 200, body: "ok" };
};

const digest = (text: string) => createHash("sha256").update(text).digest("hex");

export const named = async (event: APIGatewayProxyEventV2) => {
  const { mail, id = digest(mail) } = JSON.parse(event.body!) as Enrolment;
  await db.put({ TableName: "named", Item: { id: `${id}#${mail}`, mail } });
  return { statusCode: 200, body: "ok" };
};
