import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { GetCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { db, inviteKey, json, memberKey, TableName } from "./table";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { team, id } = event.pathParameters as { team: string; id: string };
  const { user } = JSON.parse(event.body!);
  try {
    await db.send(new TransactWriteCommand({
      TransactItems: [
        {
          Update: {
            TableName,
            Key: inviteKey(team, id),
            UpdateExpression: "SET #s = :accepted, acceptedBy = :user",
            ConditionExpression: "#s = :pending",
            ExpressionAttributeNames: { "#s": "status" },
            ExpressionAttributeValues: { ":accepted": "accepted", ":pending": "pending", ":user": user },
          },
        },
        { Put: { TableName, Item: { ...memberKey(team, user), role: "member" } } },
      ],
    }));
  } catch (error) {
    if ((error as Error).name !== "TransactionCanceledException") throw error;
    const { Item } = await db.send(new GetCommand({ TableName, Key: inviteKey(team, id) }));
    if (Item?.status !== "accepted" || Item?.acceptedBy !== user) {
      return json(410, { message: "this invite is not valid any more" });
    }
  }
  return json(200, { team, user });
};
