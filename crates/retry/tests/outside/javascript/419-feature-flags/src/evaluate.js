import { createHash } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { client, flag } from "./flags.js";

const bucketOf = (text) => createHash("md5").update(text).digest().readUInt32BE(0) % 100;

async function recordExposure(id, variant) {
  try {
    await client.send(
      new PutCommand({
        TableName: process.env.EXPOSURES_TABLE,
        Item: { id, variant, firstSeen: new Date().toISOString() },
        ConditionExpression: "attribute_not_exists(id)",
      }),
    );
  } catch ({ name, message }) {
    if (name !== "ConditionalCheckFailedException") throw new Error(message);
  }
}

export const handler = async (event) => {
  const { name } = event.pathParameters;
  const user = event.queryStringParameters?.user ?? "anonymous";
  const { rollout } = await flag(name);
  const variant = bucketOf(`${name}/${user}`) < rollout ? "on" : "off";

  await recordExposure(`${name}#${user}`, variant);

  return { statusCode: 200, body: JSON.stringify({ name, variant }) };
};
