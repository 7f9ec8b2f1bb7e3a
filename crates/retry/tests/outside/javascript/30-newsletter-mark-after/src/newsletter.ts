import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { ScheduledEvent } from "aws-lambda";

const ses = new SESv2Client({});
const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.SUBSCRIBERS_TABLE!;

type Subscriber = { list: string; email: string; name: string; lastIssue?: string };

async function subscribers(list: string): Promise<Subscriber[]> {
  const { Items = [] } = await ddb.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: "#l = :l",
      ExpressionAttributeNames: { "#l": "list" },
      ExpressionAttributeValues: { ":l": list },
    }),
  );
  return Items as Subscriber[];
}

export const handler = async (event: ScheduledEvent) => {
  const issue = event.time.slice(0, 10);
  for (const s of await subscribers("weekly")) {
    if (s.lastIssue === issue) continue;
    await ses.send(
      new SendEmailCommand({
        FromEmailAddress: "news@shop.example",
        Destination: { ToAddresses: [s.email] },
        Content: { Template: { TemplateName: "weekly", TemplateData: JSON.stringify({ name: s.name, issue }) } },
      }),
    );
    await ddb.send(
      new UpdateCommand({
        TableName,
        Key: { list: s.list, email: s.email },
        UpdateExpression: "SET lastIssue = :i",
        ExpressionAttributeValues: { ":i": issue },
      }),
    );
  }
};
