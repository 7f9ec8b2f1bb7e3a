import OpenAI from "openai";
import { WebClient } from "@slack/web-api";
import type { SQSEvent } from "aws-lambda";

const openai = new OpenAI({ apiKey: process.env.OPENAI_API_KEY });
const slack = new WebClient(process.env.SLACK_TOKEN);

async function summaryOf(transcript: string): Promise<string> {
  const completion = await openai.chat.completions.create({
    model: "gpt-4o-mini",
    messages: [
      { role: "system", content: "Summarize the call in three sentences." },
      { role: "user", content: transcript },
    ],
  });
  return completion.choices[0].message.content ?? "";
}

export const handler = async (event: SQSEvent) => {
  for (const record of event.Records) {
    const { callId, transcript } = JSON.parse(record.body);
    const text = await summaryOf(transcript);
    await slack.chat.postMessage({ channel: process.env.CHANNEL!, text: `*Call ${callId}*\n${text}` });
  }
};
