import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, DynamoDBDocumentClient, ScanCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const sns = new SNSClient({});
const { ORDERS_TABLE, OUTBOX_TABLE, ORDERS_TOPIC } = process.env;

export const place = async (event: APIGatewayProxyEventV2) => {
  const { orderId, customer, total } = JSON.parse(event.body!);
  try {
    await ddb.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Put: {
              TableName: ORDERS_TABLE,
              Item: { orderId, customer, total },
              ConditionExpression: "attribute_not_exists(orderId)",
            },
          },
          { Put: { TableName: OUTBOX_TABLE, Item: { eventId: orderId, type: "OrderPlaced", customer, total } } },
        ],
      }),
    );
  } catch (e: any) {
    const duplicate =
      e.name === "TransactionCanceledException" &&
      e.CancellationReasons?.some((r: { Code?: string }) => r.Code === "ConditionalCheckFailed");
    if (!duplicate) throw e;
  }
  return { statusCode: 202, body: JSON.stringify({ orderId }) };
};

export const publish = async () => {
  const { Items = [] } = await ddb.send(new ScanCommand({ TableName: OUTBOX_TABLE, Limit: 50 }));
  for (const entry of Items) {
    await sns.send(new PublishCommand({ TopicArn: ORDERS_TOPIC, Message: JSON.stringify(entry) }));
    await ddb.send(new DeleteCommand({ TableName: OUTBOX_TABLE, Key: { eventId: entry.eventId } }));
  }
};
