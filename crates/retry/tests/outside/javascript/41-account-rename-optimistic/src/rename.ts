import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event: APIGatewayProxyEventV2) => {
  const accountId = event.pathParameters!.accountId!;
  const expected = Number(event.headers["if-match"]);
  const { name } = JSON.parse(event.body!) as { name: string };

  try {
    const { Attributes } = await ddb.send(
      new UpdateCommand({
        TableName: process.env.ACCOUNTS_TABLE,
        Key: { accountId },
        UpdateExpression: "SET #n = :name, version = :next",
        ConditionExpression: "version = :expected",
        ExpressionAttributeNames: { "#n": "name" },
        ExpressionAttributeValues: { ":name": name, ":expected": expected, ":next": expected + 1 },
        ReturnValues: "ALL_NEW",
      }),
    );
    return { statusCode: 200, headers: { etag: String(Attributes!.version) }, body: JSON.stringify(Attributes) };
  } catch (e) {
    if (e instanceof Error && e.name === "ConditionalCheckFailedException") {
      return { statusCode: 412, body: JSON.stringify({ message: "somebody else changed the account" }) };
    }
    throw e;
  }
};
