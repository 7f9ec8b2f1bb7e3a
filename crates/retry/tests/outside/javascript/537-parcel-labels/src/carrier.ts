export interface Label {
  trackingNumber: string;
  labelUrl: string;
}

export async function orderLabel(key: string, parcel: object): Promise<Label> {
  const response = await fetch(`${process.env.CARRIER_URL}/v2/labels`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": key },
    body: JSON.stringify(parcel),
  });
  if (!response.ok) throw new Error(`carrier answered ${response.status}`);
  return (await response.json()) as Label;
}
