// 35 transactWrite token, resp fixed, +writer
// deposit: safe alone, safe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const deposit = async ({ request, account, amount }) => {
  await db.transactWrite({
    ClientRequestToken: request,
    TransactItems: [{
      Update: {
        TableName: "accounts",
        Key: { account },
        UpdateExpression: "ADD balance :amount",
        ExpressionAttributeValues: { ":amount": amount },
      },
    }],
  });
  return { statusCode: 200 };
};

export const reset = async ({ account }) => {
  await db.put({ TableName: "accounts", Item: { account, balance: 0 } });
};
