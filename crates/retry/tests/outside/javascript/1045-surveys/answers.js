'use strict';
const yup = require('yup');
const { collection } = require('./db');
const surveys = require('./surveys');

const Answers = yup.object({ rating: yup.number().min(1).max(5).required(), comment: yup.string() });

exports.submit = async (event) => {
  const { id, person } = event.pathParameters;
  const body = JSON.parse(event.body);
  if (!Answers.isValidSync(body)) return { statusCode: 400, body: 'invalid answers' };
  if (await surveys.isClosed(id)) return { statusCode: 403, body: 'survey is closed' };
  await collection('answers').replaceOne(
    { _id: `${id}/${person}` },
    { survey: id, rating: body.rating, comment: body.comment || '' },
    { upsert: true },
  );
  return { statusCode: 204 };
};

exports.results = async (event) => {
  const answers = await collection('answers').find({ survey: event.pathParameters.id }).toArray();
  const sum = answers.reduce((total, a) => total + a.rating, 0);
  return { statusCode: 200, body: JSON.stringify({ answers: answers.length, average: answers.length ? sum / answers.length : null }) };
};
