const { client, matches, users } = require("./mongo");

const DUPLICATE_KEY = 11000;

exports.match = async (event) => {
  const { matchId, teacher, learner } = JSON.parse(event.body);
  const session = client.startSession();
  try {
    await session.withTransaction(async () => {
      await matches.insertOne({ _id: matchId, teacher, learner }, { session });
      await users.updateOne({ _id: teacher }, { $inc: { learners: 1 } }, { session });
    });
  } catch (error) {
    if (error.code !== DUPLICATE_KEY) throw error;
  } finally {
    await session.endSession();
  }
  return { statusCode: 201, body: JSON.stringify({ matchId }) };
};

exports.unmatch = async (event) => {
  const { deletedCount } = await matches.deleteOne({ _id: event.pathParameters.id });
  if (deletedCount > 0) return { statusCode: 204 };
  return { statusCode: 404, body: JSON.stringify({ message: "no such match" }) };
};

exports.partners = async (event) => {
  const found = await matches.find({ teacher: event.pathParameters.id }).toArray();
  return { statusCode: 200, body: JSON.stringify(found.map((match) => match.learner)) };
};
