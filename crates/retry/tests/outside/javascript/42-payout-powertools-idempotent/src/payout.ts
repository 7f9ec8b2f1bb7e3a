import { IdempotencyConfig, makeIdempotent } from "@aws-lambda-powertools/idempotency";
import { DynamoDBPersistenceLayer } from "@aws-lambda-powertools/idempotency/dynamodb";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";

const persistenceStore = new DynamoDBPersistenceLayer({ tableName: process.env.IDEMPOTENCY_TABLE! });
const config = new IdempotencyConfig({
  eventKeyJmesPath: 'headers."idempotency-key"',
  throwOnNoIdempotencyKey: true,
  expiresAfterSeconds: 24 * 3600,
});

async function payOut(iban: string, cents: number): Promise<{ id: string }> {
  const res = await fetch(`${process.env.BANK_API}/payouts`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${process.env.BANK_TOKEN}` },
    body: JSON.stringify({ iban, cents }),
  });
  if (!res.ok) throw new Error(`bank answered ${res.status}`);
  return (await res.json()) as { id: string };
}

export const handler = makeIdempotent(
  async (event: APIGatewayProxyEventV2, context: Context) => {
    config.registerLambdaContext(context);
    const { iban, cents } = JSON.parse(event.body!);
    const { id } = await payOut(iban, cents);
    return { statusCode: 201, body: JSON.stringify({ payoutId: id }) };
  },
  { persistenceStore, config },
);
