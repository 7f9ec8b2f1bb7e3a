// mongo.deleteUser + updateUser + create + get
// deleteUser: safe alone, safe together

import { MongoClient, ObjectId } from "mongodb";

const users = new MongoClient(process.env.MONGO).db("app").collection("users");

export const deleteUser = async ({ id }) => {
  await users.deleteOne({ _id: new ObjectId(id) });
};

export const updateUser = async ({ id, name }) => {
  await users.updateOne({ _id: new ObjectId(id) }, { $set: { name } });
};

export const createUser = async ({ name }) => {
  await users.insertOne({ name });
};

export const user = async ({ id }) => {
  return users.findOne({ _id: new ObjectId(id) });
};
