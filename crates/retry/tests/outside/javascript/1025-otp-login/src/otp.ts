import { randomInt } from 'node:crypto';
import twilio from 'twilio';
import * as yup from 'yup';
import { codes } from './codes';

const sms = twilio(process.env.TWILIO_SID, process.env.TWILIO_TOKEN);
const Phone = yup.string().matches(/^\+\d{8,15}$/).required();

export const requestCode = async (event: any) => {
  const { phone } = JSON.parse(event.body);
  if (!Phone.isValidSync(phone)) return { statusCode: 400, body: 'invalid phone number' };
  const code = String(randomInt(100000, 1000000));
  await codes.keep(phone, code);
  await sms.messages.create({ to: phone, from: '+15005550006', body: `Your code is ${code}` });
  return { statusCode: 202, body: '' };
};

export const verifyCode = async (event: any) => {
  const { phone, code } = JSON.parse(event.body);
  const expected = await codes.find(phone);
  if (!expected || expected !== code) return { statusCode: 401, body: JSON.stringify({ verified: false }) };
  await codes.spend(phone);
  return { statusCode: 200, body: JSON.stringify({ verified: true }) };
};
