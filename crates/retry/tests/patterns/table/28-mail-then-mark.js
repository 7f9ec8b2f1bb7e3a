// 28 mail then mark sent
// remind: unsafe alone, unsafe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import { SES } from "@aws-sdk/client-ses";

const db = DynamoDBDocument.from(new DynamoDB());
const mail = new SES();

export const remind = async ({ id }) => {
  const { Item } = await db.get({ TableName: "reminders", Key: { id } });
  if (!Item || Item.sent) return;
  await mail.sendEmail({
    Source: "shop@example.com",
    Destination: { ToAddresses: [Item.address] },
    Message: { Subject: { Data: "Reminder" }, Body: { Text: { Data: Item.text } } },
  });
  await db.put({ TableName: "reminders", Item: { ...Item, sent: true } });
};
