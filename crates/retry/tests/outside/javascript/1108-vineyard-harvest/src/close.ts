import { db } from "./knex";

interface Input {
  season: number;
  bonus: number;
}

export const handler = async ({ season, bonus }: Input): Promise<{ closed: number }> => {
  await db.transaction(async (trx) => {
    const closed = await trx("closings").insert({ season }).onConflict("season").ignore().returning("season");
    if (closed.length > 0) {
      await trx("growers").where({ season }).increment("bonus", bonus);
    }
  });
  return { closed: season };
};
