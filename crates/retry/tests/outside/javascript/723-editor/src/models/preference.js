const mongoose = require("mongoose");

const schema = new mongoose.Schema(
  {
    _id: String,
    theme: { type: String },
    fontSize: { type: Number },
  },
  { timestamps: true },
);

module.exports = mongoose.model("Preference", schema);
