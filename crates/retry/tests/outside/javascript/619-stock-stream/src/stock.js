const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, UpdateCommand, GetCommand } = require("@aws-sdk/lib-dynamodb");

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.STOCK;

const decode = (record) => JSON.parse(Buffer.from(record.kinesis.data, "base64").toString("utf8"));

exports.apply = async (event) => {
  for (const record of event.Records) {
    const { sku, quantity, revision } = decode(record);
    try {
      await db.send(
        new UpdateCommand({
          TableName,
          Key: { sku },
          UpdateExpression: "SET quantity = :quantity, revision = :revision",
          ConditionExpression: "attribute_not_exists(revision) OR revision < :revision",
          ExpressionAttributeValues: { ":quantity": quantity, ":revision": revision },
        })
      );
    } catch (err) {
      if (err.name !== "ConditionalCheckFailedException") throw err;
      console.log(`revision ${revision} of ${sku} is outdated`);
    }
  }
};

exports.get = async (event) => {
  const { Item } = await db.send(
    new GetCommand({ TableName, Key: { sku: event.pathParameters.sku } })
  );
  return Item
    ? { statusCode: 200, body: JSON.stringify({ sku: Item.sku, quantity: Item.quantity }) }
    : { statusCode: 404, body: "" };
};
