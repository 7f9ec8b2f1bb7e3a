import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";

export function bearerToken(event: APIGatewayProxyEvent): string | undefined {
  const header = event.headers.Authorization ?? event.headers.authorization;
  if (!header || !header.startsWith("Bearer ")) return undefined;
  return header.slice("Bearer ".length);
}

export const reply = (statusCode: number, body?: unknown): APIGatewayProxyResult => ({
  statusCode,
  body: body === undefined ? "" : JSON.stringify(body),
});
