// A guarded UPDATE over the Data API, a transaction by itself.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { ExecuteStatementCommand, RDSDataClient } from "@aws-sdk/client-rds-data";
import { concurrently, invariant, table } from "@aplomb/consistency";

const client = new RDSDataClient({});
const coupons = table("coupons", { remaining: 0 }, { rows: { 1: { remaining: 1 } } });

async function redeem() {
  const answer = await client.send(
    new ExecuteStatementCommand({
      resourceArn: "arn:aws:rds:cluster",
      secretArn: "arn:aws:secret",
      database: "shop",
      sql: "UPDATE coupons SET remaining = remaining - 1 WHERE id = :id AND remaining > 0",
      parameters: [{ name: "id", value: { longValue: 1 } }],
    }),
  );
  return answer.numberOfRecordsUpdated === 1;
}

const [first, second] = concurrently(redeem, redeem);
invariant("one of them has it", () => first !== second && coupons.read(1).remaining === 0);
