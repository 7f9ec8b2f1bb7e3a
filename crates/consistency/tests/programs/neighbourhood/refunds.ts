// A refund may not exceed the payment: the check reads the payment with Prisma, the update increments it.
// postgres:read-committed ? no schema.prisma describes the model (✗: both read refunded = 0 of 100, A adds 60 and commits, B adds 70)
// postgres:repeatable-read ? (✓: B's UPDATE meets a row that changed since its snapshot: 40001, runs again)
// postgres:serializable ? (✓)
import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@prisma/client";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const adapter = new PrismaPg({ connectionString: "postgres://localhost/payments" });
const prisma = new PrismaClient({ adapter });

const payment = table("payment", { amount: 0, refunded: 0 }, { rows: { 1: { amount: 100, refunded: 0 } } });

async function refund(id: number, cents: number): Promise<boolean> {
  if (cents <= 0) return false;
  return prisma.$transaction(async (tx) => {
    const found = await tx.payment.findUniqueOrThrow({ where: { id } });
    if (found.refunded + cents > found.amount) return false;
    await tx.payment.update({ where: { id }, data: { refunded: { increment: cents } } });
    return true;
  });
}

invariant("no more is refunded than was paid", () => payment.read(1).refunded <= payment.read(1).amount);

concurrently(() => refund(1, integer("first", 60)), () => refund(1, integer("second", 70)));
