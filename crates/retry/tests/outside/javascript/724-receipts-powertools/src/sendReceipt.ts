import { IdempotencyConfig, makeIdempotent } from "@aws-lambda-powertools/idempotency";
import { DynamoDBPersistenceLayer } from "@aws-lambda-powertools/idempotency/dynamodb";
import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";

const mail = new SESv2Client({});
const persistenceStore = new DynamoDBPersistenceLayer({ tableName: process.env.IDEMPOTENCY_TABLE! });
const config = new IdempotencyConfig({ eventKeyJmesPath: "powertools_json(body).receipt", throwOnNoIdempotencyKey: true });

const sendReceipt = async (event: APIGatewayProxyEvent, _context: Context): Promise<APIGatewayProxyResult> => {
  const { receipt, email, lines } = JSON.parse(event.body!);
  const text = lines.map(({ name, price }: { name: string; price: number }) => `${name}: ${price}`).join("\n");

  await mail.send(
    new SendEmailCommand({
      FromEmailAddress: "receipts@thistle-shop.example",
      Destination: { ToAddresses: [email] },
      Content: {
        Simple: { Subject: { Data: `Receipt ${receipt}` }, Body: { Text: { Data: text } } },
      },
    }),
  );
  return { statusCode: 202, body: JSON.stringify({ receipt }) };
};

export const handler = makeIdempotent(sendReceipt, { persistenceStore, config });
