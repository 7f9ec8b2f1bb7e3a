export interface Booking {
  bookingId: string;
  seatId: string;
  passenger: string;
}

export class SeatTakenError extends Error {
  constructor(seatId: string) {
    super(`Seat ${seatId} is taken`);
    this.name = "SeatTakenError";
  }
}
