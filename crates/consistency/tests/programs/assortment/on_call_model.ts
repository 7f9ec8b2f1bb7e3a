// Two doctors on call, in the vocabulary of the tool, for many databases.
// SER ✓
// US ✓
// SI ✗
// PSI ✗
// PC ✗
// CC ✗
// UA ✗
// RA ✗
// PGRC ✗
// MYRR ✗
// MAV ✗
// RC ✗
// EC ✗
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✓
// mysql:read-committed ✗
// mysql:repeatable-read ✗
// mysql:serializable ✓
// mariadb:read-committed ✗
// mariadb:repeatable-read ✗
// mariadb:snapshot-isolation ✗
// rds-postgres-cluster:repeatable-read ✗
// mariadb-galera:repeatable-read ✗
// oracle:read-committed ✗
// oracle:serializable ✗
// sqlserver:read-committed ✗
// sqlserver:read-committed-snapshot ✗
// sqlserver:snapshot ✗
// cockroachdb:read-committed ✗
// cockroachdb:repeatable-read ✗
// yugabytedb:read-committed ✗
// yugabytedb:repeatable-read ✗
// aurora-dsql:repeatable-read ✗
// spanner:repeatable-read ✗
// mongodb:snapshot ✗
// mongodb:causal-majority ? ✗: a transaction of several requests
// mongodb:local ✗
// cassandra:any ✗
// sqlserver:repeatable-read ✓
// sqlserver:serializable ✓
// cockroachdb:serializable ✓
// yugabytedb:serializable ✓
// foundationdb:serializable ✓
// spanner:serializable ✓
import { concurrently, invariant, table, transaction } from "@aplomb/consistency";

const doctors = table<number, { onCall: boolean }>(
  "doctors",
  { onCall: true },
  { rows: { 1: { onCall: true }, 2: { onCall: true } } },
);

const leave = transaction("leave", (self: number, colleague: number) => {
  if (doctors.read(colleague)!.onCall) doctors.write(self, { onCall: false });
});

invariant("somebody is on call", () => doctors.read(1)!.onCall || doctors.read(2)!.onCall);

concurrently(() => leave(1, 2), () => leave(2, 1));
