const { Pool } = require("pg");

const pool = new Pool({ max: 2 });

exports.query = (text, values) => pool.query(text, values);
