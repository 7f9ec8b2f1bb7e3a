import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { ulid } from "ulid";
import { z } from "zod";
import { db, inviteKey, json, TableName } from "./table";

const Body = z.object({ email: z.string().email() });

export const handler = async (event: APIGatewayProxyEventV2) => {
  const body = Body.safeParse(JSON.parse(event.body ?? "{}"));
  if (!body.success) return json(400, { message: "email required" });
  const id = ulid();
  await db.send(new PutCommand({
    TableName,
    Item: { ...inviteKey(event.pathParameters!.team!, id), email: body.data.email, status: "pending" },
    ConditionExpression: "attribute_not_exists(pk)",
  }));
  return json(201, { id });
};
