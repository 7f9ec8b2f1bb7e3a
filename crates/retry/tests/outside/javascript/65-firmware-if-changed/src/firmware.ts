import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { Logger } from "@aws-lambda-powertools/logger";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

const logger = new Logger({ serviceName: "firmware" });
const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.FIRMWARE_TABLE!;

const current = async (deviceId: string) => {
  const { Item } = await ddb.send(new GetCommand({ TableName, Key: { deviceId }, ConsistentRead: true }));
  return Item as { deviceId: string; version: string; changedAt: number } | undefined;
};

export const report = async (event: { deviceId: string; version: string }): Promise<void> => {
  const known = await current(event.deviceId);
  if (known?.version === event.version) {
    logger.debug("unchanged", { deviceId: event.deviceId });
    return;
  }
  logger.info("firmware changed", { from: known?.version, to: event.version });
  await ddb.send(
    new PutCommand({
      TableName,
      Item: { deviceId: event.deviceId, version: event.version, changedAt: Date.now() },
    }),
  );
};

export const show = async (event: APIGatewayProxyEventV2) => {
  const known = await current(event.pathParameters!.deviceId!);
  return known ? { statusCode: 200, body: JSON.stringify(known) } : { statusCode: 404 };
};
