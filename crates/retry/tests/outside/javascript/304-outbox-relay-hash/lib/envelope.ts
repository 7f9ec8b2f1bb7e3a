import { createHash } from "node:crypto";

export interface Envelope<T = unknown> {
  specversion: "1.0";
  type: string;
  data: T;
  meta: { publishedAt: string; source: string };
}

export function envelope<T>(type: string, data: T): Envelope<T> {
  return {
    specversion: "1.0",
    type,
    data,
    meta: { publishedAt: new Date().toISOString(), source: "orders" },
  };
}

export const fingerprint = (message: Envelope): string =>
  createHash("sha256").update(JSON.stringify(message)).digest("hex");
