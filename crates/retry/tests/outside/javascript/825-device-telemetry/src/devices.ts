import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, ScanCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.DEVICES_TABLE!;

export interface Reading {
  deviceId: string;
  ts: number;
  temperature: number;
  battery: number;
}

/** Keeps the newest reading of a device; older ones, which come out of order, are ignored. */
export async function keepLatest({ deviceId, ts, temperature, battery }: Reading): Promise<void> {
  try {
    await ddb.send(
      new UpdateCommand({
        TableName,
        Key: { deviceId },
        UpdateExpression: "SET lastSeen = :ts, temperature = :temperature, battery = :battery",
        ConditionExpression: "attribute_not_exists(lastSeen) OR lastSeen < :ts",
        ExpressionAttributeValues: { ":ts": ts, ":temperature": temperature, ":battery": battery },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

export async function silentSince(ts: number): Promise<string[]> {
  const { Items = [] } = await ddb.send(
    new ScanCommand({
      TableName,
      FilterExpression: "lastSeen < :ts",
      ExpressionAttributeValues: { ":ts": ts },
    }),
  );
  return Items.map((item) => item.deviceId as string);
}
