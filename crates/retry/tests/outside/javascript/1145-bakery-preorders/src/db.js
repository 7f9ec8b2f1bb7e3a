const knex = require("knex");

module.exports = knex({
  client: "mysql2",
  connection: {
    host: process.env.DB_HOST,
    user: "bakery",
    password: process.env.DB_PASSWORD,
    database: "bakery",
  },
});
