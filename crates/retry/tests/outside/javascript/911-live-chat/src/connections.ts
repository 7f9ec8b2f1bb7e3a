import type { APIGatewayProxyWebsocketHandlerV2 } from "aws-lambda";
import { add, remove } from "./store";

export const connect: APIGatewayProxyWebsocketHandlerV2 = async (event) => {
  await add(event.requestContext.connectionId);
  return { statusCode: 200, body: "Connected" };
};

export const disconnect: APIGatewayProxyWebsocketHandlerV2 = async (event) => {
  await remove(event.requestContext.connectionId);
  return { statusCode: 200, body: "Disconnected" };
};
