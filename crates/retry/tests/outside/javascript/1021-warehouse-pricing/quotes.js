'use strict';
const db = require('./db');

// The client chooses the id, so that it can send the request again.
exports.create = async (event) => {
  const { id } = event.pathParameters;
  const { sku, quantity } = JSON.parse(event.body);
  const item = await db('items').where({ sku }).first('price');
  if (!item) return { statusCode: 422, body: 'unknown sku' };
  const total = item.price * quantity;
  await db('quotes').insert({ id, sku, quantity, total }).onConflict('id').ignore();
  return { statusCode: 200, body: JSON.stringify({ id, total }) };
};
