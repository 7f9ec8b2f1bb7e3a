'use strict';
const _ = require('lodash');
const connect = require('./db');
const Contact = require('./models/contact');

const FIELDS = ['name', 'email', 'phone', 'company'];
const reply = (statusCode, body) => ({ statusCode, body: body === undefined ? '' : JSON.stringify(body) });

exports.create = async (event) => {
  await connect();
  const contact = await Contact.create(_.pick(JSON.parse(event.body), FIELDS));
  return reply(201, { id: contact._id });
};

exports.get = async (event) => {
  await connect();
  const contact = await Contact.findById(event.pathParameters.id).lean();
  return contact ? reply(200, contact) : reply(404, { error: 'not found' });
};

exports.update = async (event) => {
  await connect();
  const { name, phone } = JSON.parse(event.body);
  await Contact.updateOne({ _id: event.pathParameters.id }, { $set: { name, phone } });
  return reply(204);
};

exports.remove = async (event) => {
  await connect();
  const removed = await Contact.findByIdAndDelete(event.pathParameters.id);
  if (!removed) return reply(404, { error: 'not found' });
  return reply(204);
};
