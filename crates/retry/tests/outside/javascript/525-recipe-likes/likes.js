const { MongoClient } = require("mongodb");

const recipes = new MongoClient(process.env.MONGO_URL).db("cook").collection("recipes");

exports.like = async ({ pathParameters: { id, user } }) => {
  await recipes.updateOne({ _id: id }, { $addToSet: { likedBy: user } });
  return { statusCode: 204 };
};

exports.unlike = async ({ pathParameters: { id, user } }) => {
  await recipes.updateOne({ _id: id }, { $pull: { likedBy: user } });
  return { statusCode: 204 };
};

exports.count = async ({ pathParameters: { id } }) => {
  const recipe = await recipes.findOne({ _id: id });
  const likedBy = (recipe && recipe.likedBy) || [];
  return { statusCode: 200, body: JSON.stringify({ likes: likedBy.length }) };
};
