import { PrismaClient } from "@prisma/client";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

const prisma = new PrismaClient();

export const ensureUser = async (event: APIGatewayProxyEventV2) => {
  const { email, name } = JSON.parse(event.body ?? "{}");
  const user = await prisma.user.upsert({
    where: { email },
    update: {},
    create: { email, name },
  });
  return { statusCode: 200, body: JSON.stringify({ id: user.id }) };
};

export const placeOrder = async (event: APIGatewayProxyEventV2) => {
  const { email, article } = JSON.parse(event.body ?? "{}");
  const order = await prisma.order.create({ data: { email, article } });
  return { statusCode: 201, body: JSON.stringify(order) };
};
