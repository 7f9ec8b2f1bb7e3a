"use strict";
// What must be true of orders and answers if every request happened once.

/** Every request has one order, as answered, or one rejection. */
function paid(answers, orders, rejected) {
  return answers.flatMap(({ event: { request }, answer: { result } }) => {
    const own = orders.filter((order) => order.request === request);
    if (!result) return [];
    if (result.rejected) {
      return own.length === 0 && rejected.has(request) ? [] : [`${request} was rejected and has ${own.length} orders`];
    }
    if (rejected.has(request)) return [`${request} was both rejected and ordered`];
    if (own.length !== 1) return [`${request} has ${own.length} orders`];
    const [{ id, price, balance }] = own;
    const same = id === result.id && price === result.price && balance === result.balance;
    return same ? [] : [`${request} was answered ${JSON.stringify(result)}, the order is ${JSON.stringify(own[0])}`];
  });
}

/** Payments, in the order of the balances that they left, lead from the first balance to the last. */
function chain(start, end, orders) {
  let balance = start;
  for (const order of [...orders].sort((left, right) => right.balance - left.balance)) {
    balance -= order.price;
    if (order.balance !== balance) return [`${order.request} paid ${order.price} and left ${order.balance} instead of ${balance}`];
  }
  return balance === end ? [] : [`the balance is ${end} instead of ${balance}`];
}

module.exports = { chain, paid };
