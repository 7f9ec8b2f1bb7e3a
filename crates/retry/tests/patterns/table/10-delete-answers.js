// 10 delete, resp says if existed
// remove: unsafe alone, unsafe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const remove = async ({ id }) => {
  const { Attributes } = await db.delete({
    TableName: "items",
    Key: { id },
    ReturnValues: "ALL_OLD",
  });
  return { existed: Attributes !== undefined };
};
