import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event, context) => {
  const alarm = JSON.parse(event.Records[0].Sns.Message);
  await db.send(
    new PutCommand({
      TableName: process.env.ALARM_LOG,
      Item: {
        id: context.awsRequestId,
        alarm: alarm.AlarmName,
        state: alarm.NewStateValue,
        at: alarm.StateChangeTime,
      },
    }),
  );
};
