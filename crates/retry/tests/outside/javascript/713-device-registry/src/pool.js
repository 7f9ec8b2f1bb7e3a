import mysql from "mysql2/promise";

let pool;

export const getPool = () => {
  pool ??= mysql.createPool({
    host: process.env.DB_HOST,
    user: process.env.DB_USER,
    password: process.env.DB_PASSWORD,
    database: "devices",
    connectionLimit: 1,
  });
  return pool;
};
