import sgMail from "@sendgrid/mail";
import { IdempotencyConfig, makeIdempotent } from "@aws-lambda-powertools/idempotency";
import { DynamoDBPersistenceLayer } from "@aws-lambda-powertools/idempotency/dynamodb";

sgMail.setApiKey(process.env.SENDGRID_KEY);

const persistenceStore = new DynamoDBPersistenceLayer({ tableName: process.env.IDEMPOTENCY });
const config = new IdempotencyConfig({ eventKeyJmesPath: "messageId" });

const deliver = async (record) => {
  const { to, template, fields } = JSON.parse(record.body);
  await sgMail.send({ to, from: "hello@example.com", templateId: template, dynamicTemplateData: fields });
  return record.messageId;
};

const deliverOnce = makeIdempotent(deliver, { persistenceStore, config });

export const handler = async (event, context) => {
  config.registerLambdaContext(context);
  for (const record of event.Records) await deliverOnce(record);
};
