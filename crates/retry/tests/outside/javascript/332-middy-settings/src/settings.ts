import middy from "@middy/core";
import httpErrorHandler from "@middy/http-error-handler";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

interface Settings {
  theme: "light" | "dark";
  newsletter: boolean;
  timezone?: string;
}

type Event = Omit<APIGatewayProxyEvent, "body"> & { body: Settings };

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}), { marshallOptions: { removeUndefinedValues: true } });

const saveSettings = async (event: Event): Promise<APIGatewayProxyResult> => {
  const { theme, newsletter, timezone = "UTC" } = event.body;
  const userId = event.pathParameters!.userId!;

  await doc.send(new PutCommand({
    TableName: process.env.SETTINGS_TABLE,
    Item: { userId, theme, newsletter, timezone },
  }));

  return { statusCode: 200, body: JSON.stringify({ userId, theme, newsletter, timezone }) };
};

export const handler = middy(saveSettings).use(httpJsonBodyParser()).use(httpErrorHandler());
