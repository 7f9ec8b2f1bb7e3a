const serverless = require("serverless-http");
const { createApp } = require("./app");
const { createNotes } = require("./notes");

exports.handler = serverless(createApp({ notes: createNotes(process.env.NOTES) }));
