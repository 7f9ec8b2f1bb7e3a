import { readManifest } from "./manifest.js";

export const handler = async () => {
  const { assets } = await readManifest();
  return { statusCode: 200, body: JSON.stringify(assets) };
};
