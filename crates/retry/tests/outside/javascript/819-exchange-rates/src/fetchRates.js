const axios = require("axios");
const { storeRates } = require("./rates");

exports.handler = async (event) => {
  const day = event.time.slice(0, 10);
  const { data } = await axios.get(process.env.RATES_URL, { params: { base: "EUR" }, timeout: 10000 });
  await storeRates(day, data.rates);
};
