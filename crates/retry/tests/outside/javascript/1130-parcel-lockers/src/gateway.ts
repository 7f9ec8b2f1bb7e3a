import axios, { type AxiosInstance } from "axios";

export class LockerGateway {
  private readonly http: AxiosInstance;

  constructor(baseURL: string) {
    this.http = axios.create({ baseURL, timeout: 3000 });
  }

  async open(locker: string, key: string): Promise<void> {
    await this.http.post(`/lockers/${locker}/open`, {}, { headers: { "Idempotency-Key": key } });
  }

  async fault(locker: string, description: string, key: string): Promise<void> {
    await this.http.post(`/lockers/${locker}/faults`, { description }, { headers: { "Idempotency-Key": key } });
  }

  async state(locker: string): Promise<{ closed: boolean }> {
    const { data } = await this.http.get<{ closed: boolean }>(`/lockers/${locker}`);
    return data;
  }
}

export const gateway = new LockerGateway(process.env.GATEWAY_URL!);
