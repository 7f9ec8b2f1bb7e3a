import middy from "@middy/core";
import httpErrorHandler from "@middy/http-error-handler";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import createError from "http-errors";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = "preferences";

const saveHandler = async (event: any) => {
  const user = event.requestContext.authorizer.claims.sub;
  const { theme } = event.body;
  if (!["dark", "light"].includes(theme)) throw new createError.BadRequest("unknown theme");
  await db.send(
    new UpdateCommand({
      TableName,
      Key: { user },
      UpdateExpression: "SET theme = :theme",
      ExpressionAttributeValues: { ":theme": theme },
    })
  );
  return { statusCode: 204 };
};

const readHandler = async (event: any) => {
  const user = event.requestContext.authorizer.claims.sub;
  const { Item } = await db.send(new GetCommand({ TableName, Key: { user } }));
  if (!Item) throw new createError.NotFound("no preferences");
  return { statusCode: 200, body: JSON.stringify(Item) };
};

export const save = middy(saveHandler).use(httpJsonBodyParser()).use(httpErrorHandler());
export const read = middy(readHandler).use(httpErrorHandler());
