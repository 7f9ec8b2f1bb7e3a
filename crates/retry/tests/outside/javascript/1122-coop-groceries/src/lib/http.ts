import middy from "@middy/core";
import httpErrorHandler from "@middy/http-error-handler";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Handler } from "aws-lambda";

export type JsonEvent<T> = Omit<APIGatewayProxyEvent, "body"> & { body: T };

export const withJson = <T>(handler: Handler<JsonEvent<T>, APIGatewayProxyResult>) =>
  middy(handler).use(httpJsonBodyParser()).use(httpErrorHandler());
