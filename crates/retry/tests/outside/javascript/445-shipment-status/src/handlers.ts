import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { getStatus, setStatus, Status } from "./shipments";

const moveTo =
  (status: Status) =>
  async ({ pathParameters }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    await setStatus(pathParameters!.id!, status);
    return { statusCode: 204, body: "" };
  };

export const ship = moveTo(Status.Shipped);
export const deliver = moveTo(Status.Delivered);

export const track = async ({ pathParameters }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const status = await getStatus(pathParameters!.id!);
  return { statusCode: 200, body: JSON.stringify({ status }) };
};
