const { book } = require('./slots');

exports.handler = async (event) => {
  const { slotId } = event.pathParameters;
  const { customerId, phone, day, time } = JSON.parse(event.body);
  if (!customerId || !phone) {
    return { statusCode: 400, body: JSON.stringify({ message: 'customerId and phone are required' }) };
  }
  const mine = await book({ slotId, customerId, phone, day, time });
  return mine
    ? { statusCode: 200, body: JSON.stringify({ slotId, day, time }) }
    : { statusCode: 409, body: JSON.stringify({ message: 'The slot is taken' }) };
};
