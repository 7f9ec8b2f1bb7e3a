"use strict";

const mysql = require("mysql2/promise");
const { EventBridgeClient, PutEventsCommand } = require("@aws-sdk/client-eventbridge");

const pool = mysql.createPool({
  host: process.env.DB_HOST,
  user: "registry",
  database: "devices",
  connectionLimit: 1,
});
const events = new EventBridgeClient({});

exports.handler = async (event) => {
  const { serial, owner, model } = JSON.parse(event.body);
  if (!/^[A-Z0-9-]{6,40}$/.test(serial)) {
    return { statusCode: 400, body: JSON.stringify({ message: "serial is malformed" }) };
  }

  await pool.execute("INSERT INTO devices (serial, owner, model) VALUES (?, ?, ?)", [serial, owner, model]);

  await events.send(
    new PutEventsCommand({
      Entries: [
        {
          EventBusName: process.env.EVENT_BUS,
          Source: "devices",
          DetailType: "DeviceRegistered",
          Detail: JSON.stringify({ serial, owner, model }),
        },
      ],
    }),
  );

  return { statusCode: 201, body: JSON.stringify({ serial }) };
};
