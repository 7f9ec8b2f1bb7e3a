'use strict';
const db = require('./db');

exports.take = async (event) => {
  const { quantity } = JSON.parse(event.body);
  const changed = await db('items')
    .where({ sku: event.pathParameters.sku })
    .andWhere('on_shelf', '>=', quantity)
    .decrement('on_shelf', quantity);
  return changed ? { statusCode: 204 } : { statusCode: 409, body: 'not enough on the shelf' };
};

exports.setPrice = async (event) => {
  const { price } = JSON.parse(event.body);
  await db('items').where({ sku: event.pathParameters.sku }).update({ price });
  return { statusCode: 204 };
};

exports.get = async (event) => {
  const item = await db('items').where({ sku: event.pathParameters.sku }).first('sku', 'price', 'on_shelf');
  return item ? { statusCode: 200, body: JSON.stringify(item) } : { statusCode: 404 };
};
