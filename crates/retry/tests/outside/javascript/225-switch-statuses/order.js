const { DynamoDBClient, ConditionalCheckFailedException } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, UpdateCommand } = require("@aws-sdk/lib-dynamodb");

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const before = (status) => {
  switch (status) {
    case "paid":
      return "new";
    case "sent":
      return "paid";
    default:
      throw new RangeError(status);
  }
};

exports.advance = async (event) => {
  for (const { body } of event.Records) {
    const { id, status } = JSON.parse(body);
    try {
      await doc.send(
        new UpdateCommand({
          TableName: "orders",
          Key: { id },
          UpdateExpression: "SET #s = :next",
          ConditionExpression: "#s = :before",
          ExpressionAttributeNames: { "#s": "status" },
          ExpressionAttributeValues: { ":next": status, ":before": before(status) },
        }),
      );
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }
};
