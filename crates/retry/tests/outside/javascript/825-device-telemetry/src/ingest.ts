import { keepLatest, type Reading } from "./devices";

export const handler = async (reading: Reading): Promise<void> => {
  if (!reading.deviceId || !Number.isFinite(reading.temperature)) {
    console.warn("malformed reading", reading);
    return;
  }
  await keepLatest(reading);
};
