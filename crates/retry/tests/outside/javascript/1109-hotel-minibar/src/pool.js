const mysql = require("mysql2/promise");

module.exports = mysql.createPool({
  host: process.env.DB_HOST,
  user: process.env.DB_USER,
  password: process.env.DB_PASSWORD,
  database: "minibar",
  connectionLimit: 1,
});
