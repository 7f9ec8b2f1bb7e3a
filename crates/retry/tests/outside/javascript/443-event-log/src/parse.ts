export interface DomainEvent {
  type: string;
  aggregate: string;
  data: Record<string, unknown>;
}

export const parse = (text: string): DomainEvent => {
  const { type, aggregate, data = {} } = JSON.parse(text);
  if (typeof type !== "string" || typeof aggregate !== "string") {
    throw new TypeError("not an event");
  }
  return { type, aggregate, data };
};
