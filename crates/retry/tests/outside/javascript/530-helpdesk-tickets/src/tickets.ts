import { PrismaClient } from "@prisma/client";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

const prisma = new PrismaClient();

const json = (statusCode: number, body: object) => ({ statusCode, body: JSON.stringify(body) });

export const create = async (event: APIGatewayProxyEventV2) => {
  const { subject, reporter } = JSON.parse(event.body ?? "{}");
  if (!subject) return json(400, { error: "subject is required" });
  const ticket = await prisma.ticket.create({ data: { subject, reporter } });
  return json(201, { id: ticket.id });
};

export const close = async (event: APIGatewayProxyEventV2) => {
  const id = Number(event.pathParameters!.id);
  const { count } = await prisma.ticket.updateMany({
    where: { id, status: "open" },
    data: { status: "closed" },
  });
  if (count === 0) return json(409, { error: "ticket is not open" });
  return json(200, { id, status: "closed" });
};
