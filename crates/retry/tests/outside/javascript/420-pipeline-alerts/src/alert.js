import { text } from "./format.js";

const channels = [process.env.SLACK_WEBHOOK, process.env.TEAMS_WEBHOOK].filter(Boolean);

async function post(url, body) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(3000),
  });
  if (!response.ok) {
    throw new Error(`${response.status} ${await response.text()}`);
  }
}

export const handler = async ({ detail }) => {
  if (detail.state === "STARTED") return;

  const results = await Promise.allSettled(channels.map((url) => post(url, { text: text(detail) })));

  for (const { status, reason } of results) {
    if (status === "rejected") console.error("could not post", reason);
  }
};
