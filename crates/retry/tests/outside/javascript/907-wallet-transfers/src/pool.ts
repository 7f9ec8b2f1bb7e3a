import { Pool } from "pg";

export const pool = new Pool({ max: 1, idleTimeoutMillis: 60_000 });
