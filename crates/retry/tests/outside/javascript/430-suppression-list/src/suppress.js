import { add } from "./suppressions.js";

export const handler = async (event) => {
  const [{ Sns: notification }] = event.Records;
  const { type, address, reason } = JSON.parse(notification.Message);
  if (type !== "complaint" && type !== "hard-bounce") {
    console.log(`nothing to do for ${type}`);
    return;
  }
  await add(address, reason ?? type);
};
