import mongoose, { Schema } from "mongoose";

export interface Contact {
  _id: string;
  email: string;
  company?: string;
}

const schema = new Schema<Contact>({
  _id: { type: String, required: true },
  email: { type: String, required: true, lowercase: true },
  company: String,
});

export const ContactModel = mongoose.model<Contact>("Contact", schema);

const ready = mongoose.connect(process.env.MONGODB_URI!);

export const contacts = async () => {
  await ready;
  return ContactModel;
};
