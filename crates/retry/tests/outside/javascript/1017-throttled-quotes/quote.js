'use strict';
const axios = require('axios');
const { allow } = require('./limiter');

exports.handler = async (event) => {
  if (!(await allow(event.headers['x-api-key']))) return { statusCode: 429, body: 'slow down' };
  const { data } = await axios.get(`https://markets.example/quotes/${encodeURIComponent(event.pathParameters.symbol)}`);
  return { statusCode: 200, body: JSON.stringify({ symbol: data.symbol, price: data.last }) };
};
