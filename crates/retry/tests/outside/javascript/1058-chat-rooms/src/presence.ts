import type { APIGatewayProxyEvent } from "aws-lambda";
import { add, remove } from "./connections";

type ConnectEvent = APIGatewayProxyEvent & { requestContext: { connectionId: string } };

export const connect = async (event: ConnectEvent) => {
  const room = event.queryStringParameters?.room;
  if (!room) return { statusCode: 400, body: "room required" };
  await add(event.requestContext.connectionId, room);
  return { statusCode: 200, body: "welcome" };
};

export const disconnect = async (event: ConnectEvent) => {
  await remove(event.requestContext.connectionId);
  return { statusCode: 200, body: "bye" };
};
