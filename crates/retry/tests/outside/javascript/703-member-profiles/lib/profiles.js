"use strict";

const AWS = require("aws-sdk");

const documents = new AWS.DynamoDB.DocumentClient();
const TableName = process.env.PROFILES;

class Profiles {
  constructor(client, table) {
    this.client = client;
    this.table = table;
  }

  save(profile) {
    return this.client.put({ TableName: this.table, Item: profile }).promise();
  }

  async find(sub) {
    const { Item } = await this.client.get({ TableName: this.table, Key: { sub } }).promise();
    return Item || null;
  }
}

module.exports = new Profiles(documents, TableName);
