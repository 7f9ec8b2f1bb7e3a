import { makeIdempotent, IdempotencyConfig } from "@aws-lambda-powertools/idempotency";
import { DynamoDBPersistenceLayer } from "@aws-lambda-powertools/idempotency/dynamodb";
import { Logger } from "@aws-lambda-powertools/logger";
import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";

const logger = new Logger({ serviceName: "otp" });
const sns = new SNSClient({});

const persistenceStore = new DynamoDBPersistenceLayer({ tableName: "idempotency" });
const config = new IdempotencyConfig({
  eventKeyJmesPath: 'headers."idempotency-key"',
  throwOnNoIdempotencyKey: true,
  expiresAfterSeconds: 600,
});

const remind = async (event: APIGatewayProxyEventV2, context: Context) => {
  config.registerLambdaContext(context);
  const { phone, appointment } = JSON.parse(event.body!);

  await sns.send(new PublishCommand({
    PhoneNumber: phone,
    Message: `Reminder: your appointment is on ${appointment}.`,
  }));
  logger.info("reminded", { appointment });
  return { statusCode: 202, body: JSON.stringify({ appointment }) };
};

export const handler = makeIdempotent(remind, { persistenceStore, config });
