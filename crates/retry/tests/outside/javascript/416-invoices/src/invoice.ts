export interface InvoiceRequest {
  requestId: string;
  customerId: string;
  positions: { text: string; cents: number }[];
}

export class Invoice {
  readonly issuedAt = new Date().toISOString();

  constructor(private readonly request: InvoiceRequest) {}

  get total(): number {
    return this.request.positions.reduce((sum, { cents }) => sum + cents, 0);
  }

  toItem() {
    const { requestId, customerId, positions } = this.request;
    return { invoiceId: `INV-${requestId}`, customerId, positions, total: this.total, issuedAt: this.issuedAt };
  }
}
