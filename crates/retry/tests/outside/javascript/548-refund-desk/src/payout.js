import { makeIdempotent, IdempotencyConfig } from "@aws-lambda-powertools/idempotency";
import { DynamoDBPersistenceLayer } from "@aws-lambda-powertools/idempotency/dynamodb";
import axios from "axios";

const persistenceStore = new DynamoDBPersistenceLayer({
  tableName: process.env.IDEMPOTENCY_TABLE,
});
const config = new IdempotencyConfig({ eventKeyJmesPath: "body" });

const payout = async (event) => {
  const { iban, cents, reference } = JSON.parse(event.body);
  const { data } = await axios.post(`${process.env.BANK_URL}/transfers`, { iban, cents, reference });
  return { statusCode: 201, body: JSON.stringify({ transfer: data.id }) };
};

export const handler = makeIdempotent(payout, { persistenceStore, config });
