export interface Invoice {
  number: string;
  customer: string;
  lines: { text: string; cents: number }[];
}

const euros = (cents: number): string => (cents / 100).toFixed(2);

export function renderHtml(invoice: Invoice): string {
  const rows = invoice.lines.map((line) => `<tr><td>${line.text}</td><td>${euros(line.cents)}</td></tr>`);
  const total = invoice.lines.reduce((sum, line) => sum + line.cents, 0);
  return `<h1>Invoice ${invoice.number}</h1><p>${invoice.customer}</p><table>${rows.join("")}</table><b>${euros(total)}</b>`;
}
