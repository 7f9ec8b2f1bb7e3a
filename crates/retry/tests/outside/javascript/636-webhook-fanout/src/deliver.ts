import axios from "axios";
import type { SQSEvent } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDBClient({}));

const endpointsOf = async (tenant: string) => {
  const { Items = [] } = await db.query({
    TableName: process.env.ENDPOINTS,
    KeyConditionExpression: "tenant = :tenant",
    ExpressionAttributeValues: { ":tenant": tenant },
  });
  return Items as { id: string; url: string }[];
};

const poster = (messageId: string, payload: unknown) => (endpoint: { id: string; url: string }) =>
  axios.post(endpoint.url, payload, {
    timeout: 5000,
    headers: { "Idempotency-Key": `${messageId}:${endpoint.id}` },
  });

export const handler = async (event: SQSEvent) => {
  for (const { messageId, body } of event.Records) {
    const { tenant, payload } = JSON.parse(body);
    const endpoints = await endpointsOf(tenant);
    const results = await Promise.allSettled(endpoints.map(poster(messageId, payload)));

    results.forEach((result, i) => {
      if (result.status === "rejected") console.warn(endpoints[i].url, result.reason?.message);
    });
    await db.put({
      TableName: process.env.DELIVERIES,
      Item: { messageId, tenant, endpoints: endpoints.map(({ id }) => id) },
    });
  }
};
