import { readManifest, writeManifest } from "./manifest.js";

export const handler = async (event) => {
  const key = event.Records[0].s3.object.key;
  const manifest = await readManifest();
  if (manifest.assets.includes(key)) return;
  await writeManifest({ assets: [...manifest.assets, key] });
};
