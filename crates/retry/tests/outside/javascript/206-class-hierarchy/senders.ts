import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { SQSEvent, SQSRecord } from "aws-lambda";

abstract class Sender {
  async handle(event: SQSEvent): Promise<void> {
    for (const record of event.Records) await this.deliver(record);
  }
  protected abstract deliver(record: SQSRecord): Promise<void>;
}

class MailSender extends Sender {
  constructor(private readonly ses = new SESv2Client({})) {
    super();
  }
  protected async deliver({ body }: SQSRecord) {
    const { to, text } = JSON.parse(body);
    await this.ses.send(
      new SendEmailCommand({
        FromEmailAddress: "shop@example.com",
        Destination: { ToAddresses: [to] },
        Content: { Simple: { Subject: { Data: "News" }, Body: { Text: { Data: text } } } },
      }),
    );
  }
}

class TableSender extends Sender {
  static readonly table = "outgoing";
  private readonly client = new DynamoDBClient({});
  protected async deliver({ messageId, body }: SQSRecord) {
    await this.client.send(
      new PutItemCommand({ TableName: TableSender.table, Item: marshall({ id: messageId, body }) }),
    );
  }
}

const mailSender = new MailSender();
const tableSender = new TableSender();

export const mail = (event: SQSEvent) => mailSender.handle(event);
export const store = tableSender.handle.bind(tableSender);
