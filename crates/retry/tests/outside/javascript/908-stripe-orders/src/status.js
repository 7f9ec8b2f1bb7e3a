const { getOrder } = require('./orders');

exports.handler = async (event) => {
  const order = await getOrder(event.pathParameters.orderId);
  if (!order) return { statusCode: 404, body: JSON.stringify({ message: 'Unknown order' }) };
  return {
    statusCode: 200,
    body: JSON.stringify({ orderId: order.orderId, status: order.status }),
  };
};
