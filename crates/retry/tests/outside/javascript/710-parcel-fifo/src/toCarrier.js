const { push } = require("./queue");

exports.handler = async (event) => {
  for (const record of event.Records) {
    const parcel = JSON.parse(record.body);
    // the queue removes duplicates by itself
    await push(process.env.CARRIER_QUEUE, parcel.sender, { ...parcel, handedOverAt: new Date().toISOString() });
  }
};
