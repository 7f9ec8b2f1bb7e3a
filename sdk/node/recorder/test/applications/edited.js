"use strict";
exports.order = async (event) => {
  const response = await fetch(`${process.env.WEB}/stock/${event.article}`);
  const { path } = await response.json();
  await fetch(`${process.env.WEB}/orders`, { method: "POST", body: JSON.stringify({ path, at: Date.now() }) });
  return { placed: path };
};
