class ValidationError extends Error {
  constructor(message) {
    super(message);
    this.name = "ValidationError";
  }
}

exports.handler = async (order) => {
  if (!Array.isArray(order.lines) || order.lines.length === 0) {
    throw new ValidationError("an order needs at least one line");
  }
  const total = order.lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
  return { ...order, total };
};
