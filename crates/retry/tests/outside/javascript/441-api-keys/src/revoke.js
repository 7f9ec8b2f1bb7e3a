import middy from "@middy/core";
import httpErrorHandler from "@middy/http-error-handler";
import httpHeaderNormalizer from "@middy/http-header-normalizer";
import createError from "http-errors";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.KEYS_TABLE;

const find = async (Key) => {
  const { Item } = await client.send(new GetCommand({ TableName, Key }));
  if (!Item) {
    throw new createError.NotFound(`No key ${Key.keyId}`);
  }
  return Item;
};

const revoke = async (event) => {
  const { tenant, keyId } = event.pathParameters;
  const key = await find({ tenant, keyId });
  if (key.protected) {
    throw new createError.Forbidden("This key cannot be revoked");
  }
  await client.send(new DeleteCommand({ TableName, Key: { tenant, keyId } }));
  return { statusCode: 204, body: "" };
};

export const handler = middy()
  .use(httpHeaderNormalizer())
  .use(httpErrorHandler())
  .handler(revoke);
