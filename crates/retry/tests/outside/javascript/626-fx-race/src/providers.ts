import got from "got";

export interface Quote {
  provider: string;
  rate: number;
}

const alpha = async (pair: string): Promise<Quote> => {
  const body = await got(`https://alpha.example/v2/quote/${pair}`).json<{ mid: number }>();
  return { provider: "alpha", rate: body.mid };
};

const beta = async (pair: string): Promise<Quote> => {
  const body = await got(`https://beta.example/rates?pair=${pair}`).json<{ bid: number; ask: number }>();
  return { provider: "beta", rate: (body.bid + body.ask) / 2 };
};

/** the answer of whoever is faster */
export const quote = (pair: string) => Promise.race([alpha(pair), beta(pair)]);
