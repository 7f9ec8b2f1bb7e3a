import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { z } from "zod";
import { prisma } from "./client";

const Body = z.object({ id: z.string().uuid(), species: z.string().min(1), grams: z.number().int().positive() });

export const handler = async (event: APIGatewayProxyEventV2) => {
  const parsed = Body.safeParse(JSON.parse(event.body ?? "null"));
  if (!parsed.success) return { statusCode: 400, body: "invalid deposit" };

  const { id, species, grams } = parsed.data;
  await prisma.deposit.upsert({
    where: { id },
    create: { id, species, grams },
    update: {},
  });
  return { statusCode: 201, body: JSON.stringify({ id }) };
};
