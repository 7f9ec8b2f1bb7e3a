import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from "aws-lambda";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.BOOKINGS_TABLE!;

async function ignoringRefusal(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (e) {
    if ((e as Error).name !== "ConditionalCheckFailedException") throw e;
  }
}

const accepted = (bookingId: string): APIGatewayProxyResultV2 => ({
  statusCode: 202,
  body: JSON.stringify({ bookingId }),
});

function move(bookingId: string, to: "CONFIRMED" | "CANCELLED") {
  return ignoringRefusal(
    ddb.send(
      new UpdateCommand({
        TableName,
        Key: { bookingId },
        UpdateExpression: "SET #s = :to, decidedAt = :now",
        ConditionExpression: "#s = :pending",
        ExpressionAttributeNames: { "#s": "status" },
        ExpressionAttributeValues: { ":to": to, ":pending": "PENDING", ":now": new Date().toISOString() },
      }),
    ),
  );
}

export const create = async (event: APIGatewayProxyEventV2) => {
  const { bookingId, room, night } = JSON.parse(event.body!);
  await ignoringRefusal(
    ddb.send(
      new PutCommand({
        TableName,
        Item: { bookingId, room, night, status: "PENDING" },
        ConditionExpression: "attribute_not_exists(bookingId)",
      }),
    ),
  );
  return accepted(bookingId);
};

export const confirm = async (event: APIGatewayProxyEventV2) => {
  const bookingId = event.pathParameters!.bookingId!;
  await move(bookingId, "CONFIRMED");
  return accepted(bookingId);
};

export const cancel = async (event: APIGatewayProxyEventV2) => {
  const bookingId = event.pathParameters!.bookingId!;
  await move(bookingId, "CANCELLED");
  return accepted(bookingId);
};

export const show = async (event: APIGatewayProxyEventV2) => {
  const { Item } = await ddb.send(new GetCommand({ TableName, Key: { bookingId: event.pathParameters!.bookingId } }));
  return Item ? { statusCode: 200, body: JSON.stringify(Item) } : { statusCode: 404 };
};
