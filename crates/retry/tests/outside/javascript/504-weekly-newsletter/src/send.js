import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { SESClient, SendEmailCommand } from "@aws-sdk/client-ses";
import { format, parseISO } from "date-fns";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const ses = new SESClient({});

async function subscribers() {
  const all = [];
  let ExclusiveStartKey;
  do {
    const page = await db.send(
      new QueryCommand({
        TableName: process.env.SUBSCRIBERS,
        KeyConditionExpression: "#l = :weekly",
        ExpressionAttributeNames: { "#l": "list" },
        ExpressionAttributeValues: { ":weekly": "weekly" },
        ExclusiveStartKey,
      }),
    );
    all.push(...page.Items);
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return all;
}

export const handler = async (event) => {
  const week = format(parseISO(event.time), "d MMMM");
  for (const { email } of await subscribers()) {
    await ses.send(
      new SendEmailCommand({
        Source: process.env.SENDER,
        Destination: { ToAddresses: [email] },
        Message: {
          Subject: { Data: `What we bake in the week of ${week}` },
          Body: { Text: { Data: "Sourdough, rye and something new on Thursday." } },
        },
      }),
    );
  }
};
