import { get, store } from "./store.js";

export const search = async ({ lat, lon, from, to }) => {
  const { Items } = await store.scan({ TableName: "hotels" });
  return Items
    .filter((hotel) => Math.abs(hotel.lat - lat) < 1 && Math.abs(hotel.lon - lon) < 1)
    .map((hotel) => ({ id: hotel.id, from, to }));
};

export const geo = async ({ id }) => {
  const hotel = await get("hotels", id);
  return hotel ? { lat: hotel.lat, lon: hotel.lon } : null;
};

export const rate = async ({ id }) => get("rates", id);

export const profile = async ({ id }) => get("profiles", id);

export const recommendation = async ({ by }) => {
  const { Items } = await store.scan({ TableName: "hotels" });
  return Items.reduce((best, hotel) => (hotel[by] > best[by] ? hotel : best), Items[0]);
};
