import middy from "@middy/core";
import httpErrorHandler from "@middy/http-error-handler";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";

type Handler = (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>;

export const wrap = (handler: Handler) => middy(handler).use(httpErrorHandler());

export const ok = (statusCode: number, body?: unknown): APIGatewayProxyResult => ({
  statusCode,
  body: body === undefined ? "" : JSON.stringify(body),
});
