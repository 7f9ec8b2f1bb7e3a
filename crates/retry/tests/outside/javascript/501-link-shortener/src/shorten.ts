import { createHash } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { z } from "zod";
import { db, TABLE } from "./db";

const Body = z.object({ url: z.string().url() });

const slugOf = (url: string) =>
  createHash("sha256").update(url).digest("base64url").slice(0, 10);

export const handler = async (event: APIGatewayProxyEventV2) => {
  const parsed = Body.safeParse(JSON.parse(event.body ?? "{}"));
  if (!parsed.success) {
    return { statusCode: 400, body: JSON.stringify({ message: "url is not valid" }) };
  }
  const { url } = parsed.data;
  const slug = slugOf(url);

  try {
    await db.send(
      new PutCommand({
        TableName: TABLE,
        Item: { slug, url, createdAt: new Date().toISOString() },
        ConditionExpression: "attribute_not_exists(slug)",
      }),
    );
  } catch (err: any) {
    // the link is already there, which is fine
    if (err.name !== "ConditionalCheckFailedException") throw err;
  }

  return { statusCode: 200, body: JSON.stringify({ slug }) };
};
