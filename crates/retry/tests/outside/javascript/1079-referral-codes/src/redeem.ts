import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { db, key, TableName } from "./table";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const code = event.pathParameters!.code!;
  const { user } = JSON.parse(event.body!);
  try {
    await db.send(new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName, Item: key("USER", user, `REDEEMED#${code}`), ConditionExpression: "attribute_not_exists(pk)" } },
        {
          Update: {
            TableName,
            Key: key("CODE", code),
            UpdateExpression: "ADD uses :one",
            ExpressionAttributeValues: { ":one": 1 },
          },
        },
      ],
    }));
    return { statusCode: 201, body: JSON.stringify({ code }) };
  } catch (error) {
    if ((error as Error).name !== "TransactionCanceledException") throw error;
    return { statusCode: 409, body: JSON.stringify({ message: "you have used this code" }) };
  }
};
