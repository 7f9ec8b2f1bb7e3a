// everybody whose time has come is written to, and marked afterwards
// remind: unsafe alone, unsafe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import { SNS } from "@aws-sdk/client-sns";

const db = DynamoDBDocument.from(new DynamoDB());
const sns = new SNS({});

export const remind = async ({ time }) => {
  const { Items } = await db.query({
    TableName: "appointments",
    IndexName: "by-state",
    KeyConditionExpression: "#state = :open AND due < :now",
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: { ":open": "OPEN", ":now": time },
  });
  for (const { id, phone } of Items) {
    await sns.publish({ PhoneNumber: phone, Message: "See you soon" });
    await db.update({
      TableName: "appointments",
      Key: { id },
      UpdateExpression: "SET #state = :done",
      ExpressionAttributeNames: { "#state": "state" },
      ExpressionAttributeValues: { ":done": "REMINDED" },
    });
  }
};
