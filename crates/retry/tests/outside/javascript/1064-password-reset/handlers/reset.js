const crypto = require("crypto");
const { users } = require("../mongo");

const digest = (password, salt) => crypto.scryptSync(password, salt, 32).toString("hex");

exports.handler = async (event) => {
  const { token } = event.pathParameters;
  const { email, password } = JSON.parse(event.body);
  if (!password || password.length < 10) {
    return { statusCode: 422, body: JSON.stringify({ message: "too short" }) };
  }
  const user = await users().findOne({ _id: email });
  if (!user || user.resetToken !== token) {
    return { statusCode: 400, body: JSON.stringify({ message: "this link is not valid any more" }) };
  }
  await users().updateOne(
    { _id: email },
    { $set: { password: digest(password, email) }, $unset: { resetToken: "" } },
  );
  return { statusCode: 200, body: JSON.stringify({ message: "password changed" }) };
};
