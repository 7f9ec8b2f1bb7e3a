import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import type { SQSEvent } from "aws-lambda";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const events = new EventBridgeClient({});

interface Registration {
  deviceId: string;
  owner: string;
  model: string;
}

export const handler = async (event: SQSEvent): Promise<void> => {
  const registrations = event.Records.map((r) => JSON.parse(r.body) as Registration);
  for (const { deviceId, owner, model } of registrations) {
    await ddb.send(
      new PutCommand({
        TableName: process.env.DEVICES_TABLE,
        Item: { deviceId, owner, model },
        ConditionExpression: "attribute_not_exists(deviceId)",
      }),
    );
    const { FailedEntryCount } = await events.send(
      new PutEventsCommand({
        Entries: [
          {
            EventBusName: process.env.BUS,
            Source: "devices",
            DetailType: "DeviceRegistered",
            Detail: JSON.stringify({ deviceId, owner }),
          },
        ],
      }),
    );
    if (FailedEntryCount) throw new Error(`event for ${deviceId} was not accepted`);
  }
};
