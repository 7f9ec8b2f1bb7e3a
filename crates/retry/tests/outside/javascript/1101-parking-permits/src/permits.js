import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { db, loadPermit, permitId, reply, TABLE } from "./db.js";

const isRefused = (error) => error.name === "ConditionalCheckFailedException";

export const issue = async (event) => {
  const { plate, zone } = JSON.parse(event.body ?? "{}");
  if (!plate || !zone) return reply(400, { message: "plate and zone are required" });

  const id = permitId(zone, plate);
  try {
    await db.send(new PutCommand({
      TableName: TABLE,
      Item: { id, plate, zone, status: "active", issuedAt: new Date().toISOString() },
      ConditionExpression: "attribute_not_exists(id)",
    }));
  } catch (error) {
    if (!isRefused(error)) throw error;
    console.info("permit exists already", id);
  }
  return reply(200, await loadPermit(id));
};

export const revoke = async (event) => {
  const { id } = event.pathParameters;
  try {
    await db.send(new UpdateCommand({
      TableName: TABLE,
      Key: { id },
      UpdateExpression: "SET #status = :revoked, revokedAt = if_not_exists(revokedAt, :now)",
      ConditionExpression: "attribute_exists(id)",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":revoked": "revoked", ":now": new Date().toISOString() },
    }));
  } catch (error) {
    if (isRefused(error)) return reply(404, { message: "no such permit" });
    throw error;
  }
  return reply(204);
};
