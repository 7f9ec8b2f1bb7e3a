const { PubSub } = require("@google-cloud/pubsub");
const { google } = require("googleapis");

const topic = new PubSub().topic("orders");
const sheets = google.sheets({ version: "v4", auth: process.env.GOOGLE_KEY });

exports.handler = async (event) => {
  for (const { body } of event.Records) await topic.publishMessage({ data: Buffer.from(body) });
};

exports.sheet = async (event) => {
  for (const { body } of event.Records) {
    await sheets.spreadsheets.values.append({
      spreadsheetId: process.env.SHEET,
      range: "A:B",
      valueInputOption: "RAW",
      requestBody: { values: [[body, "new"]] },
    });
  }
};
