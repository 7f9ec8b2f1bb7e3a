import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { db, likes, photos } from "./db";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { photo, user } = event.pathParameters as { photo: string; user: string };
  try {
    await db.transactWrite({
      TransactItems: [
        { Delete: { TableName: likes, Key: { photo, user }, ConditionExpression: "attribute_exists(photo)" } },
        { Update: { TableName: photos, Key: { photo }, UpdateExpression: "ADD likes :minus", ExpressionAttributeValues: { ":minus": -1 } } },
      ],
    });
  } catch (error) {
    if ((error as Error).name !== "TransactionCanceledException") throw error;
    console.log("was not liked", photo, user);
  }
  return { statusCode: 204 };
};
