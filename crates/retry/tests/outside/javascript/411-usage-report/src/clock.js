const pad = (n) => String(n).padStart(2, "0");

export class Clock {
  constructor(now = new Date()) {
    this.now = now;
  }

  get day() {
    const { now } = this;
    return `${now.getUTCFullYear()}-${pad(now.getUTCMonth() + 1)}-${pad(now.getUTCDate())}`;
  }

  get stamp() {
    return `${this.day}T${pad(this.now.getUTCHours())}${pad(this.now.getUTCMinutes())}`;
  }
}
