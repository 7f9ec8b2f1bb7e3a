import Ajv from 'ajv';
import { db } from './db';

const validate = new Ajv().compile({
  type: 'object',
  properties: { member: { type: 'string', minLength: 1 } },
  required: ['member'],
});

export const claim = async (event: any) => {
  const body = JSON.parse(event.body);
  if (!validate(body)) return { statusCode: 400, body: JSON.stringify(validate.errors) };
  await db.update({
    TableName: 'perks',
    Key: { perk: event.pathParameters.perk },
    UpdateExpression: 'ADD claimedBy :m',
    ExpressionAttributeValues: { ':m': new Set([body.member]) },
  });
  return { statusCode: 200, body: JSON.stringify({ claimed: true }) };
};

export const get = async (event: any) => {
  const { Item } = await db.get({ TableName: 'perks', Key: { perk: event.pathParameters.perk } });
  const members = [...((Item?.claimedBy as Set<string> | undefined) ?? [])].sort();
  return { statusCode: 200, body: JSON.stringify({ perk: event.pathParameters.perk, members }) };
};
