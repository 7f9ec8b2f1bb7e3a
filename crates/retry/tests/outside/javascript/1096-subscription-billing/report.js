const axios = require("axios");

let lastDay = null;

// The schedule runs every hour, the report is wanted once a day.
exports.handler = async (event) => {
  const day = event.time.slice(0, 10);
  if (lastDay === day) {
    console.log("reported already");
    return;
  }
  await axios.post(process.env.SLACK_URL, { text: `Billing is alive on ${day}` });
  lastDay = day;
};
