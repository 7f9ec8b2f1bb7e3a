import mongoose, { InferSchemaType, Schema } from "mongoose";

const schema = new Schema(
  {
    patient: { type: String, required: true },
    phone: { type: String, required: true },
    slot: { type: Date, required: true },
    note: String,
  },
  { timestamps: true },
);

export type Appointment = InferSchemaType<typeof schema>;
export const AppointmentModel = mongoose.model("Appointment", schema);

let connection: Promise<typeof mongoose> | undefined;
export const connect = () => (connection ??= mongoose.connect(process.env.MONGODB_URI!));
