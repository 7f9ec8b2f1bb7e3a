// mongo.updateUser + deleteUser + get,get (no 2nd updater)
// activateUser: safe alone, safe together

import { MongoClient, ObjectId } from "mongodb";

const users = new MongoClient(process.env.MONGO).db("app").collection("users");

// All updaters write the same, as if there were only one.
export const activateUser = async ({ id }) => {
  await users.updateOne({ _id: new ObjectId(id) }, { $set: { active: true } });
};

export const deleteUser = async ({ id }) => {
  await users.deleteOne({ _id: new ObjectId(id) });
};

export const user = async ({ id }) => {
  return users.findOne({ _id: new ObjectId(id) });
};
