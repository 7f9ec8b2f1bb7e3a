"use strict";

module.exports = (statusCode, body) => ({
  statusCode,
  headers: { "Access-Control-Allow-Origin": "*" },
  body: JSON.stringify(body),
});
