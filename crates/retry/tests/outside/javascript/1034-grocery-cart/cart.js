'use strict';
const _ = require('lodash');
const { DynamoDB } = require('@aws-sdk/client-dynamodb');
const { DynamoDBDocument } = require('@aws-sdk/lib-dynamodb');

const docs = DynamoDBDocument.from(new DynamoDB());
const TableName = 'grocery-carts';

const load = async (id) => (await docs.get({ TableName, Key: { id } })).Item || { id, lines: {} };
const save = (cart) => docs.put({ TableName, Item: cart });
const ok = (cart) => ({ statusCode: 200, body: JSON.stringify(cart) });

exports.addItem = async (event) => {
  const { sku, quantity } = JSON.parse(event.body);
  const cart = await load(event.pathParameters.id);
  cart.lines[sku] = _.get(cart.lines, sku, 0) + quantity;
  await save(cart);
  return ok(cart);
};

exports.setQuantity = async (event) => {
  const { id, sku } = event.pathParameters;
  const { quantity } = JSON.parse(event.body);
  const cart = await load(id);
  cart.lines[sku] = quantity;
  await save(cart);
  return ok(cart);
};

exports.getCart = async (event) => ok(await load(event.pathParameters.id));

exports.clearCart = async (event) => {
  await docs.delete({ TableName, Key: { id: event.pathParameters.id } });
  return { statusCode: 204 };
};
