import recorder from "./index.js";

export const { wrap, instrument } = recorder;
