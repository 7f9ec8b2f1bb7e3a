const { DynamoDB } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");

const db = DynamoDBDocument.from(new DynamoDB());

class Reading {
  #raw;
  constructor(raw) {
    this.#raw = raw;
  }
  get meter() {
    return this.#raw.meter;
  }
  get value() {
    return Number(this.#raw.value ?? 0);
  }
  get at() {
    return new Date().toISOString();
  }
}

exports.record = async ({ Records }) => {
  for (const { body } of Records) {
    const reading = new Reading(JSON.parse(body));
    const { meter, value, at } = reading;
    await db.put({ TableName: "readings", Item: { meter, at, value } });
  }
};

exports.keep = async ({ Records }) => {
  for (const { messageId, body } of Records) {
    const reading = new Reading(JSON.parse(body));
    await db.put({
      TableName: "latest",
      Item: { meter: messageId, source: reading.meter, value: reading.value },
    });
  }
};
