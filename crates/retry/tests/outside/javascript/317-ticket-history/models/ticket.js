const mongoose = require("mongoose");

const schema = new mongoose.Schema({
  _id: String,
  title: { type: String, required: true },
  status: { type: String, enum: ["open", "waiting", "closed"], default: "open" },
  history: [{ _id: false, status: String, comment: String, by: String, at: Date }],
});

module.exports = mongoose.models.Ticket || mongoose.model("Ticket", schema);
