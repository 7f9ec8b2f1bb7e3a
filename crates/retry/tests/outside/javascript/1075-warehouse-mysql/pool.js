const mysql = require("mysql2/promise");

module.exports = mysql.createPool({
  host: process.env.DB_HOST,
  user: process.env.DB_USER,
  database: "warehouse",
  connectionLimit: 1,
});
