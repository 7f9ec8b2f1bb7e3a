import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { prisma } from "./prisma";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const id = event.pathParameters!.id!;
  const { customerId, total } = JSON.parse(event.body!);

  try {
    await prisma.$transaction([
      prisma.order.create({ data: { id, customerId, total } }),
      prisma.outboxMessage.create({
        data: {
          id: `${id}:placed`,
          topic: "order-placed",
          payload: JSON.stringify({ id, customerId, total }),
        },
      }),
    ]);
  } catch (error: any) {
    // the order is there already, and its message with it
    if (error.code !== "P2002") throw error;
  }
  return { statusCode: 202, body: JSON.stringify({ id }) };
};
