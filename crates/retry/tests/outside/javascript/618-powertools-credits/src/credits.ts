import middy from "@middy/core";
import httpErrorHandler from "@middy/http-error-handler";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import { IdempotencyConfig } from "@aws-lambda-powertools/idempotency";
import { DynamoDBPersistenceLayer } from "@aws-lambda-powertools/idempotency/dynamodb";
import { makeHandlerIdempotent } from "@aws-lambda-powertools/idempotency/middleware";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const persistenceStore = new DynamoDBPersistenceLayer({
  tableName: process.env.IDEMPOTENCY_TABLE!,
});
const config = new IdempotencyConfig({ eventKeyJmesPath: 'headers."idempotency-key"' });

const addCredits = async (event: any) => {
  const { Attributes } = await db.send(
    new UpdateCommand({
      TableName: process.env.ACCOUNTS,
      Key: { id: event.pathParameters.id },
      UpdateExpression: "ADD credits :n",
      ExpressionAttributeValues: { ":n": event.body.credits },
      ReturnValues: "UPDATED_NEW",
    }),
  );
  return { statusCode: 200, body: JSON.stringify({ credits: Attributes?.credits }) };
};

export const handler = middy(addCredits)
  .use(makeHandlerIdempotent({ persistenceStore, config }))
  .use(httpJsonBodyParser())
  .use(httpErrorHandler());
