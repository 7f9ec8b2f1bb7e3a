import type { SNSEvent } from "aws-lambda";

export const handler = async (event: SNSEvent) => {
  for (const { Sns } of event.Records) {
    const response = await fetch(process.env.PARTNER_URL!, {
      method: "POST",
      headers: { "content-type": "application/json", "Idempotency-Key": Sns.MessageId },
      body: Sns.Message,
    });
    console.log("partner says", response.status);
  }
};
