export interface Reading { device: string; at: number; celsius: number }

export function isReading(value: Partial<Reading>): value is Reading {
  return typeof value.device === "string" && typeof value.at === "number" && typeof value.celsius === "number";
}
