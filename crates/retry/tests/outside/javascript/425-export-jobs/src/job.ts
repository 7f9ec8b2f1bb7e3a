export type Format = "csv" | "xlsx";

export class ExportJob {
  private constructor(
    readonly name: string,
    readonly tenant: string,
    readonly format: Format,
  ) {}

  static for(tenant: string, format: Format = "csv"): ExportJob {
    const suffix = Date.now().toString(36);
    return new ExportJob(`${tenant}-${format}-${suffix}`, tenant, format);
  }

  toJSON() {
    return { tenant: this.tenant, format: this.format };
  }
}
