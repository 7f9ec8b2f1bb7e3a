import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { connect, Inspection } from "./models";

export async function record(event: APIGatewayProxyEventV2) {
  await connect();
  const { queenSeen, frames, remarks } = JSON.parse(event.body ?? "{}");
  await Inspection.create({ hive: event.pathParameters!.hive, queenSeen, frames, remarks });
  return { statusCode: 201 };
}
