import { remove } from "./suppressions.js";

export const handler = async ({ pathParameters }) => {
  await remove(decodeURIComponent(pathParameters.address));
  return { statusCode: 204 };
};
