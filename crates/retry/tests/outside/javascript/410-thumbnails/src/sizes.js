export const sizes = Object.freeze([
  { name: "small", width: 120 },
  { name: "medium", width: 480 },
  { name: "large", width: 1200 },
]);

export const target = (key, { name }) => {
  const dot = key.lastIndexOf(".");
  const base = dot > 0 ? key.slice(0, dot) : key;
  return `${base}/${name}.webp`;
};
