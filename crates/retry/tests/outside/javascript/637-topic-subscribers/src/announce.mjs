import axios from "axios";
import { urlsOf } from "./subscribers.mjs";

export const handler = async (event) => {
  const { MessageId, Message } = event.Records[0].Sns;
  const { topic, text } = JSON.parse(Message);

  for (const url of await urlsOf(topic)) {
    await axios.post(
      url,
      { topic, text },
      { headers: { "Idempotency-Key": `${MessageId}:${url}` } },
    );
  }
};
