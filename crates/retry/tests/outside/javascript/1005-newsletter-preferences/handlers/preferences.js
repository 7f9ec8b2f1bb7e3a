'use strict';
const Joi = require('joi');
const prefs = require('../lib/prefs');

const schema = Joi.object({ email: Joi.string().email().required() });

const change = (subscribed) => async (event) => {
  const { value, error } = schema.validate(JSON.parse(event.body));
  if (error) return { statusCode: 422, body: error.message };
  await prefs.setSubscribed(value.email, subscribed);
  return { statusCode: 204, body: '' };
};

exports.unsubscribe = change(false);
exports.resubscribe = change(true);
