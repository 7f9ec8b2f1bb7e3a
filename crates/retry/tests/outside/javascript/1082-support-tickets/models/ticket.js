const mongoose = require("mongoose");

let connection;
exports.connect = () => {
  connection = connection || mongoose.connect(process.env.MONGO_URL);
  return connection;
};

const ticketSchema = new mongoose.Schema({
  subject: { type: String, required: true },
  text: String,
  tags: [String],
  comments: [{ author: String, text: String, _id: false }],
});

exports.Ticket = mongoose.model("Ticket", ticketSchema);
