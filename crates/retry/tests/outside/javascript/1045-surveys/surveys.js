'use strict';
const { collection } = require('./db');

exports.isClosed = async (id) => {
  const survey = await collection('surveys').findOne({ _id: id });
  return Boolean(survey && survey.closed);
};

exports.close = async (event) => {
  await collection('surveys').updateOne({ _id: event.pathParameters.id }, { $set: { closed: true } });
  return { statusCode: 204 };
};
