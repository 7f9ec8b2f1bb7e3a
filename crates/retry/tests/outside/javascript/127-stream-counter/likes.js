const { DynamoDBClient, UpdateItemCommand } = require("@aws-sdk/client-dynamodb");
const client = new DynamoDBClient({});

exports.handler = async (event) => {
  const batchItemFailures = [];
  for (const record of event.Records) {
    const step = { INSERT: "1", REMOVE: "-1" }[record.eventName];
    if (!step) continue;
    try {
      await client.send(
        new UpdateItemCommand({
          TableName: "posts",
          Key: { id: record.dynamodb.Keys.post },
          UpdateExpression: "ADD likes :step",
          ExpressionAttributeValues: { ":step": { N: step } },
        })
      );
    } catch (e) {
      batchItemFailures.push({ itemIdentifier: record.dynamodb.SequenceNumber });
      break;
    }
  }
  return { batchItemFailures };
};
