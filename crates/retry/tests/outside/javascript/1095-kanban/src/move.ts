import type { APIGatewayProxyEvent } from "aws-lambda";
import { prisma } from "./prisma";

const COLUMNS = ["todo", "doing", "done"];

export const handler = async (event: APIGatewayProxyEvent) => {
  const id = parseInt(event.pathParameters!.id!, 10);
  const { column } = JSON.parse(event.body!);
  if (!COLUMNS.includes(column)) return { statusCode: 400, body: JSON.stringify({ message: "unknown column" }) };
  const { count } = await prisma.card.updateMany({ where: { id }, data: { column } });
  return count === 1
    ? { statusCode: 200, body: JSON.stringify({ id, column }) }
    : { statusCode: 404, body: JSON.stringify({ message: "unknown card" }) };
};
