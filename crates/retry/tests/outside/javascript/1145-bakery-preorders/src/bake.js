const db = require("./db");

exports.handler = async (event) => {
  const day = event.time.slice(0, 10);
  await db("preorders").where({ day }).update({ state: "baking" });
};
