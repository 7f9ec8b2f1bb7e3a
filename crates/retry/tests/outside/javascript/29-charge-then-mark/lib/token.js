const axios = require("axios");

let token = null;
let expiresAt = 0;

module.exports.accessToken = async () => {
  if (token && Date.now() < expiresAt - 30000) return token;
  const { data } = await axios.post(
    `${process.env.PSP_URL}/oauth/token`,
    new URLSearchParams({
      grant_type: "client_credentials",
      client_id: process.env.PSP_CLIENT_ID,
      client_secret: process.env.PSP_CLIENT_SECRET,
    }),
  );
  token = data.access_token;
  expiresAt = Date.now() + data.expires_in * 1000;
  return token;
};
