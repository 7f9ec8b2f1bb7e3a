const { connect, Comment } = require("./model");

exports.handler = async (event, context) => {
  context.callbackWaitsForEmptyEventLoop = false;
  await connect();
  const { author, text } = JSON.parse(event.body);
  const comment = new Comment({ postId: event.pathParameters.postId, author, text });
  await comment.save();
  return { statusCode: 201, body: JSON.stringify({ id: comment._id.toString() }) };
};
