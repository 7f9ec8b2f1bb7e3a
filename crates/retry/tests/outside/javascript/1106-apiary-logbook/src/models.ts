import mongoose, { Schema, model } from "mongoose";

let connecting: Promise<typeof mongoose> | undefined;

export const connect = () => (connecting ??= mongoose.connect(process.env.MONGODB_URI!));

export interface IWeight {
  _id: string;
  hive: string;
  date: string;
  kilograms: number;
}

export const Weight = model<IWeight>("Weight", new Schema<IWeight>({
  _id: { type: String, required: true },
  hive: { type: String, required: true },
  date: String,
  kilograms: Number,
}));

export const Inspection = model("Inspection", new Schema({
  hive: { type: String, required: true },
  queenSeen: Boolean,
  frames: Number,
  remarks: String,
}));
