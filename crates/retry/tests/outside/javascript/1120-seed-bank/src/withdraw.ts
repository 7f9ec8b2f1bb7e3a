import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Prisma } from "@prisma/client";
import { z } from "zod";
import { prisma } from "./client";

const Body = z.object({ withdrawalId: z.string().uuid(), grams: z.number().int().positive() });

export const handler = async (event: APIGatewayProxyEventV2) => {
  const depositId = event.pathParameters!.id!;
  const { withdrawalId, grams } = Body.parse(JSON.parse(event.body ?? "null"));
  try {
    await prisma.$transaction([
      prisma.withdrawal.create({ data: { id: withdrawalId, depositId, grams } }),
      prisma.deposit.update({ where: { id: depositId }, data: { grams: { decrement: grams } } }),
    ]);
  } catch (error) {
    const duplicate = error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
    if (!duplicate) throw error;
  }
  return { statusCode: 201, body: JSON.stringify({ withdrawalId }) };
};
