import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { z } from "zod";
import { db, json, TABLE } from "./db";

const Body = z.object({ plan: z.enum(["basic", "plus", "family"]) });

export const handler = async (event: APIGatewayProxyEventV2) => {
  const parsed = Body.safeParse(JSON.parse(event.body ?? "{}"));
  if (!parsed.success) return json(422, { message: "unknown plan" });
  await db.update({
    TableName: TABLE,
    Key: { id: event.pathParameters!.id },
    UpdateExpression: "SET #p = :p",
    ExpressionAttributeNames: { "#p": "plan" },
    ExpressionAttributeValues: { ":p": parsed.data.plan },
  });
  return json(200, { plan: parsed.data.plan });
};
