import { SSMClient, GetParametersByPathCommand } from "@aws-sdk/client-ssm";

let client;
let cached = null;
let cachedAt = 0;
let invocations = 0;

const TTL_MS = Number(process.env.FLAG_TTL_MS ?? 60000);

function ssm() {
  if (!client) client = new SSMClient({});
  return client;
}

async function loadFlags() {
  const now = Date.now();
  if (cached && now - cachedAt < TTL_MS) return cached;
  const flags = {};
  let NextToken;
  do {
    const page = await ssm().send(
      new GetParametersByPathCommand({ Path: "/shop/flags/", Recursive: true, NextToken }),
    );
    for (const p of page.Parameters ?? []) {
      flags[p.Name.replace("/shop/flags/", "")] = p.Value === "true";
    }
    NextToken = page.NextToken;
  } while (NextToken);
  cached = flags;
  cachedAt = now;
  return flags;
}

export const handler = async (event) => {
  invocations += 1;
  console.log(JSON.stringify({ msg: "flags", invocations, warm: invocations > 1 }));
  const flags = await loadFlags();
  const name = event.pathParameters?.name;
  if (name) {
    if (!(name in flags)) return { statusCode: 404, body: "" };
    return { statusCode: 200, body: JSON.stringify({ [name]: flags[name] }) };
  }
  return { statusCode: 200, body: JSON.stringify(flags) };
};
