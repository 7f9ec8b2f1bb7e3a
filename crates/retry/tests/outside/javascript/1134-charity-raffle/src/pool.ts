import { createPool } from "mysql2/promise";

export const pool = createPool({ uri: process.env.MYSQL_URL, connectionLimit: 1 });
