import { DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, DeleteCommand, paginateScan as pages } from "@aws-sdk/lib-dynamodb";
import { PinpointSMSVoiceV2Client, SendTextMessageCommand } from "@aws-sdk/client-pinpoint-sms-voice-v2";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const phone = new PinpointSMSVoiceV2Client({});

export const handler = async (event) => {
  const limit = Date.parse(event.time);
  for await (const page of pages({ client }, { TableName: "sessions" })) {
    for (const { id, until } of page.Items ?? []) {
      if (until < limit) await client.send(new DeleteCommand({ TableName: "sessions", Key: { id } }));
    }
  }
};

export const remind = async () => {
  for await (const page of pages({ client }, { TableName: "subscribers" })) {
    await Promise.all(
      page.Items.map(({ phone: number }) =>
        phone.send(
          new SendTextMessageCommand({ DestinationPhoneNumber: number, MessageBody: "See you soon" }),
        ),
      ),
    );
  }
};
