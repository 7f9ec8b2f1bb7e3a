export function parseReceipt(text) {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.length > 0);
  const items = lines
    .filter((line) => line.includes(";"))
    .map((line) => {
      const [label, cents] = line.split(";");
      return { label, cents: parseInt(cents, 10) };
    });
  const total = items.reduce((sum, item) => sum + item.cents, 0);
  return { items, total };
}
