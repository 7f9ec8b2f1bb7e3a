'use strict';
const { MongoClient } = require('mongodb');
const client = new MongoClient(process.env.MONGODB_URI);
exports.collection = (name) => client.db('surveys').collection(name);
