const { connect, Comment } = require("./model");

exports.handler = async (event, context) => {
  context.callbackWaitsForEmptyEventLoop = false;
  await connect();
  const comments = await Comment.find({ postId: event.pathParameters.postId })
    .sort({ createdAt: -1 })
    .limit(50)
    .lean();
  return { statusCode: 200, body: JSON.stringify(comments) };
};
