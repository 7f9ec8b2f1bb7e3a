"use strict";

const crypto = require("crypto");

exports.hashPassword = (salt, password) =>
  crypto.pbkdf2Sync(password, salt, 100000, 32, "sha512").toString("base64");
