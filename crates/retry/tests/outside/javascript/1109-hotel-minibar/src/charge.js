const pool = require("./pool");

const PRICES = { beer: 450, water: 250, peanuts: 390 };

exports.handler = async (event) => {
  const { item } = JSON.parse(event.body);
  const cents = PRICES[item];
  if (cents === undefined) return { statusCode: 400, body: "unknown item" };
  await pool.execute("INSERT INTO charges (room, item, cents) VALUES (?, ?, ?)", [
    event.pathParameters.room,
    item,
    cents,
  ]);
  return { statusCode: 201, body: "" };
};
