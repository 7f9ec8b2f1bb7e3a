'use strict';
const { createHmac, timingSafeEqual } = require('crypto');

exports.valid = (body, header, secret) => {
  const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  return header.length === expected.length && timingSafeEqual(Buffer.from(header), Buffer.from(expected));
};
