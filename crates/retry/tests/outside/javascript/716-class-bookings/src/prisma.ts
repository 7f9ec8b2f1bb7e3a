import { Prisma, PrismaClient } from "@prisma/client";

export const prisma = new PrismaClient();

export const isDuplicate = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
