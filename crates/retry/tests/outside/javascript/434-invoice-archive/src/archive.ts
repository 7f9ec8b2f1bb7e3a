import type { EventBridgeEvent } from "aws-lambda";
import { Prisma, PrismaClient } from "@prisma/client";

const prisma = new PrismaClient();

interface InvoiceIssued {
  number: string;
  customer: { id: string };
  lines: { cents: number; quantity: number }[];
}

const isDuplicate = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";

export const handler = async (event: EventBridgeEvent<"InvoiceIssued", InvoiceIssued>): Promise<void> => {
  const { number, customer, lines } = event.detail;
  const totalCents = lines.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0);

  try {
    await prisma.invoice.create({ data: { number, customer: customer.id, totalCents } });
    console.log(`archived ${number}`);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    console.log(`${number} is in the archive`);
  }
};
