// 02 blind put, no reader, other writer
// put: safe alone, safe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const put = async ({ id, title }) => {
  await db.put({ TableName: "items", Item: { id, title } });
};

export const overwrite = async ({ id, name }) => {
  await db.put({ TableName: "items", Item: { id, title: `imported ${name}` } });
};
