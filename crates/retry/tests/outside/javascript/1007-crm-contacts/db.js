'use strict';
const mongoose = require('mongoose');

let connection;
module.exports = async () => {
  if (!connection) connection = mongoose.connect(process.env.MONGO_URL, { serverSelectionTimeoutMS: 5000 });
  await connection;
};
