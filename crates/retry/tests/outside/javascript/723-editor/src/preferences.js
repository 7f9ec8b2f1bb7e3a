const mongoose = require("mongoose");
const Preference = require("./models/preference");

let connection;
const connect = () => {
  if (!connection) connection = mongoose.connect(process.env.MONGO_URL, { serverSelectionTimeoutMS: 3000 });
  return connection;
};

exports.handler = async (event) => {
  await connect();
  const { theme, fontSize } = JSON.parse(event.body);
  const preference = await Preference.findOneAndUpdate(
    { _id: event.pathParameters.user },
    { $set: { theme, fontSize } },
    { upsert: true, new: true },
  );
  return { statusCode: 200, body: JSON.stringify(preference) };
};
