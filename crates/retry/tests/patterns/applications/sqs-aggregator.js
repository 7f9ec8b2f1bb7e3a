// sqs aggregator
// aggregate: unsafe alone, unsafe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const aggregate = async (event) => {
  for (const record of event.Records) {
    const { station, rain } = JSON.parse(record.body);
    await db.update({
      TableName: "totals",
      Key: { station },
      UpdateExpression: "ADD rain :rain",
      ExpressionAttributeValues: { ":rain": rain },
    });
  }
};
