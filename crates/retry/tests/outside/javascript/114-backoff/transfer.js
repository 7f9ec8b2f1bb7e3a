const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, TransactWriteCommand } = require("@aws-sdk/lib-dynamodb");

const db = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 1 }));
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const RETRYABLE = new Set(["ThrottlingException", "ProvisionedThroughputExceededException"]);

async function withBackoff(operation, attempts = 4) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await operation();
    } catch (error) {
      if (attempt >= attempts || !RETRYABLE.has(error.name)) throw error;
      await sleep(2 ** attempt * 50);
    }
  }
}

exports.handler = async (event) => {
  for (const record of event.Records) {
    const { from, to, amount } = JSON.parse(record.body);
    await withBackoff(() =>
      db.send(
        new TransactWriteCommand({
          ClientRequestToken: record.messageId,
          TransactItems: [
            {
              Update: {
                TableName: "accounts",
                Key: { id: from },
                UpdateExpression: "ADD balance :less",
                ExpressionAttributeValues: { ":less": -amount },
              },
            },
            {
              Update: {
                TableName: "accounts",
                Key: { id: to },
                UpdateExpression: "ADD balance :more",
                ExpressionAttributeValues: { ":more": amount },
              },
            },
          ],
        })
      )
    );
  }
};
