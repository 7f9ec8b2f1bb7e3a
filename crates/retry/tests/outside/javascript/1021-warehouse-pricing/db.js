'use strict';
module.exports = require('knex')({
  client: 'mysql2',
  connection: {
    host: process.env.DB_HOST,
    user: process.env.DB_USER,
    password: process.env.DB_PASSWORD,
    database: 'warehouse',
  },
  pool: { min: 0, max: 1 },
});
