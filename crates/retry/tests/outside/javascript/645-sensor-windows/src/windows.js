const AWS = require("aws-sdk");
const { readings, groupBy } = require("./readings");

const db = new AWS.DynamoDB.DocumentClient();

const windowOf = (time) => {
  const start = new Date(time);
  start.setUTCMinutes(Math.floor(start.getUTCMinutes() / 5) * 5, 0, 0);
  return start.toISOString();
};

exports.handler = async (event) => {
  const byWindow = groupBy(readings(event), ({ device, time }) => `${device}|${windowOf(time)}`);

  for (const [key, group] of byWindow) {
    const [device, window] = key.split("|");
    const sum = group.reduce((total, { value }) => total + value, 0);
    await db
      .put({
        TableName: process.env.WINDOWS,
        Item: { device, window, average: sum / group.length, samples: group.length },
      })
      .promise();
  }
};
