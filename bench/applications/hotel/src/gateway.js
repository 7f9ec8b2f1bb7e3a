const routes = ["search", "recommend", "user", "reserve", "order"];

export const handler = async (event) => {
  const { route, ...input } = JSON.parse(event.body);
  if (!routes.includes(route)) return { statusCode: 404 };
  return { statusCode: 200, body: JSON.stringify({ route, input }) };
};
