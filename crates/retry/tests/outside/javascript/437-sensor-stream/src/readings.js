import mysql from "mysql2/promise";
import { decode } from "./decode.js";

const pool = mysql.createPool({ host: process.env.DB_HOST, user: "sensors", database: "sensors" });

const UPSERT = `
  INSERT INTO readings (device, taken_at, celsius) VALUES (?, ?, ?)
  ON DUPLICATE KEY UPDATE celsius = VALUES(celsius)`;

export const handler = async (event) => {
  for (const { device, takenAt, celsius } of decode(event.Records)) {
    await pool.execute(UPSERT, [device, takenAt, celsius]);
  }
};
