const { MongoClient } = require('mongodb');

const client = new MongoClient(process.env.MONGODB_URI);

module.exports.todos = () => client.db('todos').collection('todos');
