import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { connect, Weight } from "./models";

/** The first weight of a day counts: scales send it again until they hear 204. */
export async function record(event: APIGatewayProxyEventV2) {
  await connect();
  const { hive, date } = event.pathParameters as { hive: string; date: string };
  const { kilograms } = JSON.parse(event.body ?? "{}") as { kilograms: number };
  await Weight.updateOne(
    { _id: `${hive}:${date}` },
    { $setOnInsert: { hive, date, kilograms } },
    { upsert: true },
  );
  return { statusCode: 204 };
}

export async function list(event: APIGatewayProxyEventV2) {
  await connect();
  const weights = await Weight.find({ hive: event.pathParameters!.hive }).sort({ date: 1 }).lean();
  return { statusCode: 200, body: JSON.stringify(weights.map(({ date, kilograms }) => ({ date, kilograms }))) };
}
