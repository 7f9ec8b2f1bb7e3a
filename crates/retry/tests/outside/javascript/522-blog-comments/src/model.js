const mongoose = require("mongoose");

const schema = new mongoose.Schema(
  {
    postId: { type: String, required: true, index: true },
    author: String,
    text: { type: String, required: true, maxlength: 2000 },
  },
  { timestamps: true },
);

let connection;
exports.connect = async () => {
  if (!connection) connection = mongoose.connect(process.env.MONGO_URL);
  await connection;
};
exports.Comment = mongoose.models.Comment || mongoose.model("Comment", schema);
