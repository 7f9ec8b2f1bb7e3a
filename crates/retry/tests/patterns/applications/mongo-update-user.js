// mongo.updateUser + updateUser + get,get
// updateUser: safe alone, unsafe-concurrent together

import { MongoClient, ObjectId } from "mongodb";

const users = new MongoClient(process.env.MONGO).db("app").collection("users");

export const updateUser = async ({ id, name }) => {
  await users.updateOne({ _id: new ObjectId(id) }, { $set: { name } });
};

export const user = async ({ id }) => {
  return users.findOne({ _id: new ObjectId(id) });
};
