import middy from "@middy/core";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import httpErrorHandler from "@middy/http-error-handler";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.NOTIFICATIONS;
const refused = (e) => e.name === "ConditionalCheckFailedException";

export const create = async (event) => {
  await Promise.all(
    event.Records.map(async (record) => {
      const { userId, text } = JSON.parse(record.body);
      try {
        await ddb.send(
          new PutCommand({
            TableName,
            Item: { userId, id: record.messageId, text, read: false, at: record.attributes.SentTimestamp },
            ConditionExpression: "attribute_not_exists(id)",
          }),
        );
      } catch (e) {
        if (!refused(e)) throw e;
      }
    }),
  );
};

const markReadHandler = async (event) => {
  const { userId, id } = event.pathParameters;
  try {
    await ddb.send(
      new UpdateCommand({
        TableName,
        Key: { userId, id },
        UpdateExpression: "SET #r = :true",
        ConditionExpression: "attribute_exists(id)",
        ExpressionAttributeNames: { "#r": "read" },
        ExpressionAttributeValues: { ":true": true },
      }),
    );
  } catch (e) {
    if (refused(e)) return { statusCode: 404, body: "" };
    throw e;
  }
  return { statusCode: 204, body: "" };
};
export const markRead = middy(markReadHandler).use(httpErrorHandler());

const listHandler = async (event) => {
  const { Items = [], Count } = await ddb.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: "userId = :u",
      ExpressionAttributeValues: { ":u": event.pathParameters.userId },
    }),
  );
  return { statusCode: 200, body: JSON.stringify({ count: Count, unread: Items.filter((i) => !i.read).length, items: Items }) };
};
export const list = middy(listHandler).use(httpJsonBodyParser({ disableContentTypeError: true })).use(httpErrorHandler());
