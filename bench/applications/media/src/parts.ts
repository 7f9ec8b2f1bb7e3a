import { createHash } from "node:crypto";

const id = (...parts: string[]) => createHash("md5").update(parts.join("/")).digest("hex");

export const uniqueId = async (event: { request: string }) => ({ reviewId: id(event.request) });

export const user = async (event: { name: string }) => ({ userId: id("user", event.name) });

export const movie = async (event: { title: string }) => ({ movieId: id("movie", event.title) });

export const text = async (event: { text: string }) => ({ text: event.text.trim() });

export const rating = async (event: { stars: number }) => ({
  rating: Math.min(Math.max(event.stars, 0), 10),
});

export const page = async (event: { title: string }) => ({ path: `/movies/${id("movie", event.title)}` });
