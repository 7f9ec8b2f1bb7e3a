import { randomBytes } from "crypto";
import { ConditionalCheckFailedException, DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

const db = DynamoDBDocument.from(new DynamoDB({}));
const TableName = process.env.COUPONS_TABLE!;

const newCode = () => randomBytes(5).toString("hex").toUpperCase();

export async function claim(event: APIGatewayProxyEventV2) {
  const campaign = event.pathParameters!.campaign!;
  const { email } = JSON.parse(event.body ?? "{}") as { email: string };
  const Key = { campaign, email: email.trim().toLowerCase() };

  try {
    await db.put({
      TableName,
      Item: { ...Key, code: newCode(), claimedAt: new Date().toISOString() },
      ConditionExpression: "attribute_not_exists(campaign)",
    });
  } catch (e) {
    if (!(e instanceof ConditionalCheckFailedException)) throw e;
  }

  const { Item } = await db.get({ TableName, Key, ConsistentRead: true });
  return {
    statusCode: 200,
    body: JSON.stringify({ code: Item!.code, claimedAt: Item!.claimedAt }),
  };
}
