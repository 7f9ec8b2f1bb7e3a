import { nanoid } from "nanoid";

const DEFAULT_COLUMNS = ["email", "name"];

export function buildContext({ tenant, columns }) {
  const run = { id: nanoid(10), tenant };
  return {
    tenant,
    run,
    columns: columns ?? DEFAULT_COLUMNS,
    path: (file) => ["exports", run.tenant, run.id, file].join("/"),
  };
}

export const toCsv = (rows, columns) =>
  [columns.join(","), ...rows.map((row) => columns.map((c) => JSON.stringify(row[c] ?? "")).join(","))].join("\n");
