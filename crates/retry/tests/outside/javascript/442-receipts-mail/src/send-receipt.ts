import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { Logger } from "@aws-lambda-powertools/logger";
import { IdempotencyConfig, makeIdempotent } from "@aws-lambda-powertools/idempotency";
import { DynamoDBPersistenceLayer } from "@aws-lambda-powertools/idempotency/dynamodb";
import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";

const logger = new Logger({ serviceName: "receipts" });
const ses = new SESv2Client({});

const persistenceStore = new DynamoDBPersistenceLayer({ tableName: process.env.IDEMPOTENCY_TABLE! });
const config = new IdempotencyConfig({ eventKeyJmesPath: 'headers."idempotency-key"' });

const sendReceipt = async (event: APIGatewayProxyEventV2, context: Context) => {
  logger.addContext(context);
  const { email, orderId, cents } = JSON.parse(event.body ?? "{}");

  await ses.send(
    new SendEmailCommand({
      FromEmailAddress: "billing@example.com",
      Destination: { ToAddresses: [email] },
      Content: {
        Simple: {
          Subject: { Data: `Receipt for order ${orderId}` },
          Body: { Text: { Data: `We received ${(cents / 100).toFixed(2)} EUR. Thank you!` } },
        },
      },
    }),
  );
  logger.info("receipt sent", { orderId });

  return { statusCode: 202, body: JSON.stringify({ orderId }) };
};

export const handler = makeIdempotent(sendReceipt, { persistenceStore, config });
