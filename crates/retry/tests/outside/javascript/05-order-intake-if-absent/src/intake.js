import { DynamoDBClient, ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, GetCommand } from "@aws-sdk/lib-dynamodb";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
  marshallOptions: { removeUndefinedValues: true },
});
const TableName = process.env.ORDERS;

export async function intake(event) {
  for (const record of event.Records) {
    const order = JSON.parse(record.body);
    try {
      await ddb.send(
        new PutCommand({
          TableName,
          Item: {
            orderId: order.orderId,
            customer: order.customer,
            lines: order.lines,
            receivedAt: new Date().toISOString(),
            sourceMessage: record.messageId,
          },
          ConditionExpression: "attribute_not_exists(orderId)",
        }),
      );
      console.log("stored", order.orderId);
    } catch (err) {
      if (err instanceof ConditionalCheckFailedException) {
        console.log("duplicate order ignored", order.orderId);
        continue;
      }
      throw err;
    }
  }
}

export async function get(event) {
  const { Item } = await ddb.send(
    new GetCommand({ TableName, Key: { orderId: event.pathParameters.orderId } }),
  );
  return Item
    ? { statusCode: 200, body: JSON.stringify(Item) }
    : { statusCode: 404, body: JSON.stringify({ message: "no such order" }) };
}
