import mongoose, { Schema } from "mongoose";

const profileSchema = new Schema({
  _id: String,
  displayName: { type: String, required: true },
  bio: String,
  updatedAt: Date,
});

export const Profile = mongoose.model("Profile", profileSchema);

let connection: Promise<typeof mongoose> | undefined;
export const connect = () => (connection ??= mongoose.connect(process.env.MONGO_URL!));
