export interface Reading {
  balloon: string;
  timestamp: number;
  altitude: number;
  celsius?: number;
}
