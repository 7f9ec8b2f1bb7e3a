import { z } from "zod";

export const Flag = z.object({
  flag: z.string(),
  enabled: z.boolean(),
  version: z.number().int(),
});

export type Flag = z.infer<typeof Flag>;
